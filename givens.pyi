from bot.play.loop import Options as Options
from bot.play.loop import play as play
from bot.play.result import TargetResult as TargetResult
from solvers import *  # noqa: F403 - the table of kinds is there
