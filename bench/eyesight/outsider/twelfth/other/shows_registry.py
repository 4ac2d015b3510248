"""What shows the registry mistakes."""
SHOWS = {}


def show(id, clean, faulty):
    def reg(f):
        SHOWS["o-" + id] = (f, clean, faulty)
        return f
    return reg


@show("storage-quota-ignores-the-push", [409, True], [200, False])
def _(c):
    c.ok("POST", "/registry/registries", {"slug": "quota-test"})
    c.evok("quota-changes", {"organization": "aurora", "quota": "registry-storage-bytes", "registry": "quota-test", "value": 1000000})
    s = c.event("image-pushed", {"registry": "quota-test", "repository": "web", "layers": [{"sizeBytes": 5000000}]})[0]
    d = c.ok("GET", "/registry/registries/quota-test")
    return [s, d["usedBytes"] <= d["storageQuotaBytes"]]
