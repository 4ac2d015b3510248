"""The application: routers, error bodies, and the clock that runs along."""
import asyncio
import logging
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from . import clusters, control, data_plane, iam, organization, registry, tokens, uptime
from .clock import clock
from .email import domains, keys, messages, webhooks
from .errors import ApiError
from .oncall import incidents, paging, policies, schedules
from .seed import seed


@asynccontextmanager
async def lifespan(_app: FastAPI):
    seed()
    ticking = asyncio.create_task(clock.run())
    yield
    ticking.cancel()


app = FastAPI(title="Organization Operations Control API", version="1.0.0", lifespan=lifespan, redirect_slashes=False)

for router in (
    tokens.router, iam.router, organization.router,
    data_plane.router, registry.router,
    messages.door, domains.router, keys.router, messages.router, webhooks.router,
    incidents.doors, incidents.router, schedules.router, policies.router, paging.router,
    clusters.doors, clusters.router,
    uptime.doors, uptime.router,
    control.router,
):
    app.include_router(router)


def error(status: int, message: str) -> JSONResponse:
    return JSONResponse({"error": message}, status_code=status)


@app.exception_handler(ApiError)
async def refused(_request: Request, problem: ApiError):
    return error(problem.status, problem.message)


@app.exception_handler(RequestValidationError)
async def invalid_request(request: Request, problem: RequestValidationError):
    first = problem.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    malformed = first["type"] == "json_invalid" or request.url.path.startswith("/_understudy/")
    return error(400 if malformed else 422, f"{where}: {first['msg']}" if where else first["msg"])


@app.exception_handler(HTTPException)
async def http_error(_request: Request, problem: HTTPException):
    return error(problem.status_code, str(problem.detail))


@app.exception_handler(UnicodeEncodeError)
@app.exception_handler(OverflowError)
async def unstorable(_request: Request, _problem: Exception):
    """Text or numbers that are valid JSON but that the database cannot hold."""
    return error(422, "a value of the request cannot be stored")


@app.exception_handler(Exception)
async def broken(_request: Request, problem: Exception):
    logging.getLogger("api").exception("unhandled", exc_info=problem)
    return error(500, "internal error")
