from bot.play.loop import play as play
from bot.play.result import TargetResult as TargetResult
from bot.play.targets import sites as sites
from bot.play.task import Options as Options
from solvers import *  # noqa: F403 - the table of kinds is there
