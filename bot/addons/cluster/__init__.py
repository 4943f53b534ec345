"""Batches on the workers of a Dask cluster."""

EXTRAS = {"cluster": (("distributed>=2025.1",), "--cluster")}
PROVIDES = {"cluster": "bot.addons.cluster.dask:cluster"}
