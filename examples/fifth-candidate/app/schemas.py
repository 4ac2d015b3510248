"""Base classes and field types shared by the areas."""
import re
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, HttpUrl, StrictBool, StrictInt, StringConstraints
from pydantic import TypeAdapter, model_serializer

MAX_SECONDS = 10 * 365 * 24 * 3600


class In(BaseModel):
    """A request body. Unknown fields are ignored."""

    model_config = ConfigDict(extra="ignore")


class Out(BaseModel):
    """A response body. Optional fields without a value are left out."""

    model_config = ConfigDict(populate_by_name=True)

    @model_serializer(mode="wrap")
    def _without_nothing(self, handler) -> dict[str, Any]:
        return {name: value for name, value in handler(self).items() if value is not None}


_EMAIL = re.compile(r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9-]{2,63}\Z")


def is_email(text: Any) -> bool:
    if not isinstance(text, str) or len(text) > 254 or not _EMAIL.match(text):
        return False
    local = text.split("@")[0]
    return not (local.startswith(".") or local.endswith(".") or ".." in local)


def _email(text: str) -> str:
    if not is_email(text):
        raise ValueError("not an email address")
    return text


_http_url = TypeAdapter(HttpUrl)


def _url(text: str) -> str:
    if any(c.isspace() for c in text):
        raise ValueError("not a URL")
    _http_url.validate_python(text)
    return text  # as given, not as normalised


Name = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"\S")]
Text = Annotated[str, StringConstraints(min_length=1, max_length=20000, pattern=r"\S")]
Email = Annotated[str, AfterValidator(_email)]
Url = Annotated[str, StringConstraints(max_length=2000), AfterValidator(_url)]
Bool = StrictBool
Int = StrictInt
Lifetime = Annotated[StrictInt, Field(ge=1, le=MAX_SECONDS)]
