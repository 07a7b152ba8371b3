"""Scheduled faults: the next calls of a method fail in a chosen way, then all is well again."""

from dataclasses import dataclass, field
from enum import Enum


class Fault(Enum):
    """How a call fails. LOST_ANSWER does the work and loses the reply on the way."""

    HTTP_500 = "500"
    HTTP_502 = "502"
    TOO_MANY = "429"
    TIMEOUT = "timeout"
    RESET = "reset"
    LOST_ANSWER = "lost answer"


@dataclass(slots=True, kw_only=True)
class FaultPlan:
    """What is scheduled, by method name; ``*`` means any method but getUpdates."""

    planned: dict[str, list[tuple[Fault, int]]] = field(default_factory=dict)

    def schedule(self, method: str, fault: Fault, *, times: int = 1, retry_after: int = 1) -> None:
        """The next ``times`` calls of ``method`` meet ``fault``."""
        self.planned.setdefault(method, []).extend([(fault, retry_after)] * times)

    def take(self, method: str) -> tuple[Fault, int] | None:
        """The fault this call meets, used up; a fault of the method's own goes first."""
        for key in (method,) if method == "getUpdates" else (method, "*"):
            if self.planned.get(key):
                return self.planned[key].pop(0)
        return None
