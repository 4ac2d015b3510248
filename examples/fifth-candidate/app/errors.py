"""One exception type for everything the API refuses; its body is always {"error": "..."}."""


class ApiError(Exception):
    def __init__(self, status: int, message: str, keep_changes: bool = False):
        super().__init__(message)
        self.keep_changes = keep_changes  # what was changed before the refusal stays
        self.status = status
        self.message = message


def not_found(what: str) -> ApiError:
    return ApiError(404, f"unknown {what}")


def forbidden(message: str) -> ApiError:
    return ApiError(403, message)


def conflict(message: str) -> ApiError:
    return ApiError(409, message)


def invalid(message: str) -> ApiError:
    return ApiError(422, message)
