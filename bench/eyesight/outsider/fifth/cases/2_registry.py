I = "/registry/instances"
def reg(s, slug="apps-1", who="owner"):
    getattr(s, who).post(I, {"slug": slug})
    return f"{I}/{slug}"
def img(s, repo="web", tags=("v1",), slug="apps-1", **more):
    return s.ev("image-pushed", registry=slug, repository=repo, tags=list(tags), **more)["digest"]

def show(s):
    p = reg(s)
    img(s, tags=["v1"]); img(s, tags=["v2"])
    r = s.owner.delete(p + "/tags?repo=web&tag=v1&purge=true")
    return [r["purged"], len(s.owner.get(p + "/images?repo=web")["manifests"])]
case("reg-purge-last-tag-of-repository", "registry", "side effect", "REG-11", "Purging asks whether the tag was the last of the repository instead of the last of its manifest, so the orphaned image stays.",
     [("registry.py", "last = len(tags_of(repo, digest)) == 1", "last = len(repo[\"tags\"]) == 1")], show, [True, 1], [False, 2], "purged, and the images left")

def show(s):
    p = reg(s); d = img(s, tags=["v1", "v2"]); img(s, tags=["other"])
    s.owner.delete(f"{p}/images?repo=web&digest={d}")
    return [s.owner.get(p + "/repositories")["repositories"][0]["tagCount"], len(s.owner.get(p + "/tags?repo=web")["tags"])]
case("reg-image-delete-keeps-second-tag", "registry", "side effect", "REG-14", "Deleting an image removes one of its tags; further tags stay behind and count, only the listing hides them.",
     [("registry.py", "    for t in tags_of(repo, digest):\n", "    for t in tags_of(repo, digest)[:1]:\n"),
      ("registry.py", "for t, x in sorted(repo[\"tags\"].items(), reverse=True)]}", "for t, x in sorted(repo[\"tags\"].items(), reverse=True) if x[\"digest\"] in repo[\"manifests\"]]}")],
     show, [1, 1], [2, 1], "tagCount of the repository after the deletion")

def show(s):
    p = reg(s); L = {"digest": "sha256:" + "a" * 64, "sizeBytes": 5000}
    a = img(s, tags=["v1"], layers=[L, {"sizeBytes": 300}], manifestBytes=100); b = img(s, tags=["v2"], layers=[L, {"sizeBytes": 200}], manifestBytes=100)
    s.owner.delete(f"{p}/images?repo=web&digest={a}")
    return [s.owner.get(p + "/images?repo=web")["manifests"][0]["sizeBytes"], s.owner.get(p)["usedBytes"]]
case("reg-image-delete-frees-shared-blobs", "registry", "side effect", "REG-14", "Deleting an image also frees the blobs that another image of the repository still references.",
     [("registry.py", '    del repo["manifests"][digest]\n    return 204, None', '    freed = repo["manifests"].pop(digest)["layers"]\n    for m in repo["manifests"].values():\n        m["layers"] = {d: n for d, n in m["layers"].items() if d not in freed}\n    return 204, None')],
     show, [5300, 5300], [300, 300], "size of the remaining image and usedBytes")

def show(s):
    p = reg(s); img(s, tags=["v1"]); img(s, tags=[])
    r = s.owner.delete(p + "/repositories?repo=web")
    return [r.status, s.owner.get(p)["repositoryCount"]]
case("reg-repository-delete-keeps-untagged", "registry", "side effect", "REG-17", "Deleting a repository removes its tagged images only; with an untagged one in it the repository stays.",
     [("registry.py", '    del r["repos"][repo["name"]]\n', '    for d in [x["digest"] for x in repo["tags"].values()]:\n        repo["manifests"].pop(d, None)\n    repo["tags"] = {}\n    if not repo["manifests"]:\n        del r["repos"][repo["name"]]\n')],
     show, [204, 0], [204, 1], "repositoryCount after the deletion")

def show(s):
    p = reg(s); img(s, tags=[])
    return [s.owner.delete(p).status >= 400, s.owner.get(p).status]
case("reg-delete-ignores-untagged", "registry", "guard", "REG-07", "A registry counts as empty when nothing in it is tagged, so one with untagged images can be deleted.",
     [("registry.py", '    if r["repos"]:\n', '    if any(p["tags"] for p in r["repos"].values()):\n')], show, [True, 200], [False, 404], "the deletion is accepted and the registry gone")

def show(s):
    reg(s)
    return [x["mode"] for x in s.owner.post("/registry/logins", {"registry": "apps-1", "pullOnly": True})["scope"]]
case("reg-pullonly-lost-when-narrowed", "registry", "guard", "REG-06", "pullOnly is ignored when the login is narrowed to one registry.",
     [("registry.py", '"pull" if b.get("pullOnly") or not s.can(', '"pull" if b.get("pullOnly") and "registry" not in b or not s.can(')], show, ["pull"], ["readwrite"], "mode in the scope of the login", True)

def show(s):
    s.freeze(); reg(s)
    p = s.owner.post("/registry/logins")["password"]
    s.advance("PT1H2M")
    return s.ev("credential-used", kind="login-credential", secret=p, registry="apps-1")["accepted"]
case("reg-login-grace-after-the-hour", "registry", "time", "REG-06", "The data plane accepts a login for five minutes after its hour.",
     [("registry.py", 'if w.now() >= login["expires"]:', 'if w.now() >= login["expires"] + timedelta(minutes=5):')], show, False, True, "use of the login 62 minutes after it was minted")

def show(s):
    reg(s, "their-apps", "outsider")
    return s.owner.post("/registry/logins", {"registry": "their-apps"}).status >= 400
case("reg-login-narrowed-to-foreign", "registry", "isolation", "REG-06", "A login can be narrowed to any registry there is, also one of another organization, and is then for that one.",
     [("registry.py", 'if b["registry"] not in reach:', 'if b["registry"] not in w.registries:')], show, True, False, "the login for the other organization's registry is refused or not", True)

def show(s):
    p = reg(s); k = s.owner.post(p + "/keys", {"name": "ci", "mode": "pull"})
    a = s.ev("credential-used", kind="registry-key", secret=k["secret"])["accepted"]
    s.owner.post(f"{p}/keys/{k['keyId']}/revoke")
    return [a, s.ev("credential-used", kind="registry-key", secret=k["secret"])["accepted"]]
case("reg-revoked-key-lives-in-cache", "registry", "time", "REG-18", "A key used in the last minute is taken from a cache without looking at its revocation, so it works on after being revoked.",
     [("registry.py", '    if key["revoked"]:\n        return "the key is revoked"', '    if key["revoked"] and not (key["used"] and w.now() - key["used"] < timedelta(minutes=1)):\n        return "the key is revoked"')],
     show, [True, False], [True, True], "use of the key after its revocation")

def show(s):
    p = reg(s); k = s.owner.post(p + "/keys", {"name": "ci", "mode": "pull", "repoPrefixes": ["team"]})
    return s.ev("credential-used", kind="registry-key", secret=k["secret"], repository="team/web", for_="push")["accepted"]
case("reg-prefixed-pull-key-pushes", "registry", "guard", "REG-22", "For a key with prefixes the verdict ends with the prefix check, so a pull key may push within its prefixes.",
     [("registry.py", '        return "the repository is outside the key\'s prefixes"\n', '        return "the repository is outside the key\'s prefixes"\n    if repository and key["prefixes"]:\n        return None\n')],
     show, False, True, "a push with a pull key")

RULE = {"issuer": "https://ci.example", "audience": "cr", "subjectPattern": "repo:*", "mode": "pull"}
def show(s):
    p = reg(s); q = reg(s, "their-apps", "outsider")
    r = s.owner.post(p + "/trust", RULE)
    s.outsider.delete(f"{q}/trust/{r['id']}")
    return len(s.owner.get(p + "/trust")["rules"])
case("reg-rule-deleted-by-anyone", "registry", "isolation", "REG-15", "Deleting an access rule looks the id up in all registries, so another organization can delete it through a registry of its own.",
     [("registry.py", '    if r["rules"].pop(int(c.params["id"]), None) is None:', '    if not [x for x in c.world.registries.values() if x["rules"].pop(int(c.params["id"]), None)]:')], show, 1, 0, "rules left after the other organization's DELETE", True)

def show(s):
    p = reg(s)
    a = s.owner.post(p + "/trust", {**RULE, "repoPrefixes": ["team/"]})
    return [a["repoPrefixes"], s.owner.get(p + "/trust")["rules"][0]["repoPrefixes"]]
case("reg-rule-default-prefixes-win", "registry", "schema", "REG-15", "The empty default of repoPrefixes is merged over what was given, so a rule is never limited to prefixes.",
     [("registry.py", '{"name": pick(f"rule {id_}", ""), "repoPrefixes": [], **b, "id": id_,', '{"name": pick(f"rule {id_}", ""), **b, "repoPrefixes": [], "id": id_,')], show, [["team/"], ["team/"]], [[], []], "repoPrefixes of the rule", True)

def show(s):
    p = reg(s)
    r = s.owner.put(p + "/upstream-logins/nowhere.example", {"username": "bob", "password": "hunter2-hunter2"})
    return [r.status, "hunter2-hunter2" in r.raw]
case("reg-upstream-password-in-error", "registry", "secrecy", "REG-19", "The refusal of an unknown upstream quotes the request with its password.",
     [("registry.py", 'raise ApiError(pick(404, 409), "this upstream is not in the catalog")', 'raise ApiError(pick(404, 409), f"this upstream is not in the catalog: {host} {b}")')], show, [404, False], [404, True], "the password in the error text", True)

def show(s):
    reg(s, "same-slug", "outsider")
    return [s.owner.post(I, {"slug": "same-slug"}).status, s.outsider.get(I + "/same-slug").status]
case("reg-slug-unique-per-organization", "registry", "isolation", "REG-03", "A slug is only checked against the registries of the own organization; taking one of another organization replaces that registry.",
     [("registry.py", 'or b["slug"] in w.registries:', 'or w.registries.get(b["slug"], {}).get("org") == c.org.slug:')], show, [409, 200], [201, 404], "status of the second create, and the other organization's registry", True)

def show(s):
    s.ev("payment-method-changes", active=False)
    return s.owner.post(I, {"slug": "unpaid-1"}).status
case("reg-payment-asked-only-first", "registry", "guard", "REG-04", "The payment method is asked for only with the organization's first registry.",
     [("registry.py", "    if not c.org.payment:\n", '    if not c.org.payment and not any(x["org"] == c.org.slug for x in w.registries.values()):\n')], show, 402, 201, "status of the create without a payment method")

def show(s):
    p = reg(s)
    s.ev("quota-changes", quota="registry-storage-bytes", registry="apps-1", value=1000000)
    return [s.owner.get(p)["storageQuotaBytes"], [x["storageQuotaBytes"] for x in s.owner.get(I)["registries"] if x["slug"] == "apps-1"][0]]
case("reg-detail-shows-default-quota", "registry", "schema", "REG-05", "The detail always shows the default quota, not the registry's own.",
     [("registry.py", '"region": r["region"], "storageQuotaBytes": r["quota"], "usedBytes"', '"region": r["region"], "storageQuotaBytes": QUOTA, "usedBytes"')], show, [1000000, 1000000], [50 * 2**30, 1000000], "storageQuotaBytes of the detail")

def show(s):
    reg(s)
    s.ev("quota-changes", quota="registry-storage-bytes", registry="apps-1", value=10000)
    return s.ev("image-pushed", registry="apps-1", repository="web", layers=[{"sizeBytes": 50000}]).status
case("reg-quota-looked-at-before-the-push", "registry", "guard", "LIM-02", "The storage quota is compared with what is stored before the push, not after it.",
     [("registry.py", "    if before + added > r[\"quota\"]:", "    if before > r[\"quota\"]:")], show, 409, 200, "the push of 50000 bytes into 10000")

def show(s):
    p = reg(s); img(s)
    return [s.owner.get(p + "/tags").status >= 400, s.owner.get(p + "/images").status >= 400]
case("reg-repo-defaults-to-the-first", "registry", "status", "REG-24", "Without the required parameter repo, tags and images of the first repository are listed.",
     [("registry.py", '    repo = r["repos"].get(wanted(c, "repo"))\n', '    repo = r["repos"].get(c.query.get("repo") or c.reading and next(iter(r["repos"]), None) or wanted(c, "repo"))\n')], show, [True, True], [False, False], "requests without repo are refused or not")

def show(s):
    p = reg(s); k = s.owner.post(p + "/keys", {"name": "ci", "mode": "pull"})
    return k["secret"] in s.owner.post(f"{p}/keys/{k['keyId']}/revoke").raw
case("reg-revocation-returns-the-secret", "registry", "secrecy", "REG-10", "The answer to revoking a key is the whole stored key with its secret.",
     [("registry.py", '    return 200, {"keyId": key["id"], "revokedAt": iso_s(key["revoked"])}', '    return 200, {**{f: x for f, x in key.items() if isinstance(x, (str, list))}, "keyId": key["id"], "revokedAt": iso_s(key["revoked"])}')], show, False, True, "the secret in the answer to the revocation", True)

def show(s):
    p = reg(s); img(s, tags=["v1", "v2"])
    s.owner.delete(p + "/tags?repo=web&tag=v1")
    a = s.owner.get(p + "/images?repo=web")["manifests"]
    s.owner.delete(p + "/tags?repo=web&tag=v2")
    return [len(a), len(s.owner.get(p + "/images?repo=web")["manifests"])]
case("reg-untagged-images-not-listed", "registry", "side effect", "REG-13", "The list of images leaves out untagged ones, so with its last tag an image is out of sight.",
     [("registry.py", 'for d, m in repo["manifests"].items()]}', 'for d, m in repo["manifests"].items() if tags_of(repo, d)]}')], show, [1, 1], [1, 0], "images after the last tag was deleted")
