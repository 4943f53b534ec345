"""Batches on the workers of a Dask cluster."""

EXTRAS = {"cluster": (("distributed",), "--cluster")}
PROVIDES = {"cluster": "bot.addons.cluster.dask:cluster"}
