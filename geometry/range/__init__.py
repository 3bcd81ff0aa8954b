"""The range 侯道: targets on their posts, the caller's screen, the standing marks, the banner."""

from geometry.range.banner import build_banner
from geometry.range.screen import build_mark, build_screen
from geometry.range.states import lower_tracks
from geometry.range.target import STATES, build_target

__all__ = ["STATES", "build_banner", "build_mark", "build_screen", "build_target", "lower_tracks"]
