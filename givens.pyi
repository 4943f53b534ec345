from bot.play.loop import play as play
from bot.play.options import Options as Options
from bot.play.result import TargetResult as TargetResult
from bot.play.sites import sites as sites
from solvers import *  # noqa: F403 - the table of kinds is there
