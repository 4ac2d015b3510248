"""Instants are stored as UTC text of fixed width, so that SQL can compare them."""
import re
from datetime import datetime, timedelta, timezone


def iso(moment: datetime) -> str:
    return moment.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def parse_instant(text: str) -> datetime:
    """Parses an ISO 8601 date-time; without an offset it is UTC. Raises ValueError."""
    if not isinstance(text, str) or not re.match(r"^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}", text):
        raise ValueError("not an ISO 8601 date-time")
    moment = datetime.fromisoformat(text.replace("t", "T").replace("z", "Z"))
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=timezone.utc)
    try:
        return moment.astimezone(timezone.utc)
    except OverflowError as error:
        raise ValueError("instant out of range") from error


_DURATION = re.compile(
    r"^P(?:(?P<weeks>\d+(?:\.\d+)?)W)?(?:(?P<days>\d+(?:\.\d+)?)D)?"
    r"(?:T(?:(?P<hours>\d+(?:\.\d+)?)H)?(?:(?P<minutes>\d+(?:\.\d+)?)M)?(?:(?P<seconds>\d+(?:\.\d+)?)S)?)?$"
)


def parse_duration(text: str) -> timedelta:
    """ISO 8601 durations of weeks, days and times (years and months have no fixed length). Raises ValueError."""
    found = _DURATION.match(text or "")
    parts = {name: float(value) for name, value in (found.groupdict() if found else {}).items() if value}
    if not parts:
        raise ValueError("not an ISO 8601 duration")
    return timedelta(**parts)
