#!/usr/bin/env python3
"""python3 prove.py [ID...]: clean candidate right, edited copy wrong, one line per mistake."""
import json,os,shutil,socket,subprocess,sys,tempfile,threading,time,urllib.request,urllib.error,urllib.parse,datetime
HERE=os.path.dirname(os.path.abspath(__file__)); GO="go"; W=tempfile.mkdtemp()
CANDIDATE=HERE+"/../../../../../examples/fourth-candidate"
MIST=json.load(open(HERE+"/mistakes.json"))
ENV=dict(os.environ)

class API:
    def __init__(s,base): s.base=base
    def raw(s,who,method,path,body=None):
        h={}
        if who: h["Authorization"]="Bearer "+(("session-"+who) if "_" not in who else who)
        data=None
        if body is not None: data=json.dumps(body).encode(); h["Content-Type"]="application/json"
        r=urllib.request.Request(s.base+path,data=data,method=method,headers=h)
        try:
            with urllib.request.urlopen(r,timeout=20) as x: return x.status,x.read()
        except urllib.error.HTTPError as e: return e.code,e.read()
    def __call__(s,who,method,path,body=None):
        st,b=s.raw(who,method,"/api/v1"+path,body)
        try: return st,json.loads(b)
        except ValueError: return st,b
    def ok(s,who,method,path,body=None):
        st,b=s(who,method,path,body)
        assert 200<=st<300,(method,path,st,b)
        return b
    def event(s,name,**b):
        st,x=s.raw(None,"POST","/_understudy/events/"+name,b); return st,json.loads(x)
    def ev(s,name,**b):
        st,x=s.event(name,**b); assert st==200,(name,st,x); return x
    def advance(s,by):
        st,x=s.raw(None,"POST","/_understudy/clock/advance",{"by":by}); assert st==200,x
    def reset(s): assert s.raw(None,"POST","/_understudy/reset",{})[0]==200

P={}
def proof(f): P["ba-"+f.__name__.replace("_","-")]=f; return f
E="/email"; R="/registry/registries"; O="/oncall"; U="/uptime"; C="/clusters"; T="/tokens"
def dom(a,name="m1.mail.example",who="olga",verify=True):
    d=a.ok(who,"POST",E+"/domains",{"name":name})
    if verify:
        a.ev("dns-record-published",domain=d["id"]); a.ok(who,"POST",E+f"/domains/{d['id']}/check"); a.advance("PT6S")
        assert a.ok(who,"GET",E+f"/domains/{d['id']}")["sendState"]=="verified"
    return d
def hook(a,who="olga"):
    h=a.ok(who,"POST",E+"/webhooks",{"url":"http://127.0.0.1:9/x","eventTypes":["message.sent","message.bounced"]})
    a.ev("webhook-endpoint-answers",endpointId=h["webhook"]["id"],answers=[{"status":200}])
    return h
def msg(a,to="x@y.example",frm="me@m1.mail.example",**k): return a.ev("message-sent",**{"from":frm,"to":[to],"subject":"s","text":"t",**k})["messageId"]
def reg(a,slug="reg-one"): return a.ok("olga","POST","/registry/registries",{"slug":slug})
def cluster(a,*names,run=True,**k):
    for n in names: a.ok("olga","POST",C,{"name":n,"tier":"small",**k})
    if run: a.advance("PT21S")
def monitor(a,**k): return a.ok("olga","POST",U+"/monitors",{"name":"m","intervalSeconds":30,"vantages":["fra","iad"],"kind":"http","http":{"url":"https://x.example/"},**k})
def pat(a,who="olga",**k): return a.ok(who,"POST",T,{"name":"t",**k})
def svc(a): return "svc_shop"

@proof
def rotate_foreign(a):
    h=hook(a); st,_=a("nils","POST",E+f"/webhooks/{h['webhook']['id']}/rotate-secret"); return 400<=st<500
@proof
def lb_null_on_create(a):
    k=a.ok("olga","POST",C,{"name":"c1","tier":"small","managedLoadBalancers":{"enabled":True}}); return k["managedLoadBalancers"]["loadBalancers"]==[]
@proof
def check_again_200(a):
    d=dom(a,verify=False); s=[a("olga","POST",E+f"/domains/{d['id']}/check")[0] for _ in (1,2)]; assert s[0]==202; return s[1]==202
@proof
def purged_missing(a):
    reg(a); a.ev("image-pushed",registry="reg-one",repository="r"); b=a.ok("olga","DELETE",R+"/reg-one/tags?repo=r&tag=latest"); return b.get("purged") is False
@proof
def content_once(a):
    dom(a); i=msg(a); x=[a.raw("olga","GET",f"/api/v1/email/messages/{i}/content") for _ in (1,2)]; assert x[0][0]==200 and x[0][1]; return x[1]==x[0]
@proof
def transitions_same_second(a):
    m=monitor(a,downCondition={"confirmations":1,"quorum":1})
    # wait for the beginning of a second
    time.sleep(1-time.time()%1+.02)
    for o in ("ok","fail","ok"): a.ev("probe-result",monitorId=m["id"],outcome=o); time.sleep(.01)
    l=a.ok("olga","GET",U+f"/monitors/{m['id']}/transitions")["transitions"]; assert len(l)==3 and len({x["at"] for x in l})==3 and len({x["at"][:19] for x in l})==1
    return [(x["from"],x["to"]) for x in l]==[("down","up"),("up","down"),("pending","up")]
@proof
def registration_token_single_use(a):
    cluster(a,"c1"); t=a.ok("olga","POST",C+"/c1/registration-tokens",{"name":"n"})
    assert a.event("node-joins",cluster="c1",node="n1",token=t["token"])[0]==200
    ok=a.event("node-joins",cluster="c1",node="n2",token=t["token"])[0]==200
    return ok and a.ok("olga","GET",C+"/c1/registration-tokens")["tokens"][0]["disabled"] is False
@proof
def export_revoked_still_scrapes(a):
    t=a.ok("olga","POST",U+"/export-tokens",{"name":"n"}); assert a(t["token"],"GET",U+"/metrics")[0]==200
    a.ok("olga","DELETE",U+"/export-tokens/"+t["id"]); assert not a.ok("olga","GET",U+"/export-tokens")["tokens"]
    return a(t["token"],"GET",U+"/metrics")[0]==401 and a.ev("credential-used",kind="export-token",secret=t["token"])["accepted"] is False
@proof
def upgrade_202(a):
    cluster(a,"c1",orchestratorVersion="1.32.6"); return a("olga","PATCH",C+"/c1",{"orchestratorVersion":"1.33.2"})[0]==200
@proof
def policy_repeat_zero(a):
    p=a.ok("olga","POST",O+"/escalation-policies",{"name":"p","repeat":0,"steps":[{"target":{"kind":"user","id":"usr_mia","label":"Mia"},"waitSeconds":60}]})
    return p.get("repeat")==0 and a.ok("olga","GET",O+"/escalation-policies")["policies"][0].get("repeat")==0
@proof
def upstream_replace_no_password(a):
    reg(a); p=R+"/reg-one/upstream-credentials"; assert a("olga","PUT",p+"/docker.io",{"username":"u"})[0]>=400
    a.ok("olga","PUT",p+"/docker.io",{"username":"u","password":"p"}); st,_=a("olga","PUT",p+"/docker.io",{"username":"v"})
    return 400<=st<500 and a.ok("olga","GET",p)["upstreamCredentials"][0]["username"]=="u"
@proof
def token_key_until_used(a):
    t=pat(a); return t["key"] not in json.dumps(a.ok("olga","GET",T))
@proof
def last_upstream_refused(a):
    reg(a); hosts=[u["host"] for u in a.ok("olga","GET","/registry/upstreams")["upstreams"]]
    s=[a("olga","PUT",R+"/reg-one/upstream-credentials/"+h,{"username":"u","password":"p"})[0] for h in hosts]
    assert all(x==200 for x in s[:-1]); assert a("olga","PUT",R+"/reg-one/upstream-credentials/unknown.example",{"username":"u","password":"p"})[0]==404
    return s[-1]==200
@proof
def update_foreign_incident(a):
    i=a.ok("olga","POST",O+"/incidents",{"serviceId":"svc_shop","title":"t"}); return 400<=a("nils","POST",O+f"/incidents/{i['id']}/updates",{"body":"b"})[0]<500
@proof
def redelivery_next_to_original(a):
    dom(a); hook(a); msg(a); time.sleep(.02); msg(a)
    l=a.ok("olga","GET",E+"/webhook-deliveries")["deliveries"]; assert l[0]["id"]>l[1]["id"]; time.sleep(.02)
    n=a.ok("olga","POST",E+f"/webhook-deliveries/{l[1]['id']}/redeliver")["id"]
    return a.ok("olga","GET",E+"/webhook-deliveries")["deliveries"][0]["id"]==n
@proof
def patch_outside_narrowing(a):
    cluster(a,"ca","cb"); t=pat(a,scope=[{"role":"clusters.editor","resourceIds":["ca"]}])["key"]
    assert a(t,"GET",C+"/cb")[0] in (403,404); st,_=a(t,"PATCH",C+"/cb",{"replicas":3})
    right=st in (403,404) and a.ok("olga","GET",C+"/cb")["replicas"]==1; assert a(t,"PATCH",C+"/ca",{"replicas":3})[0]==200; return right
@proof
def admins_see_all_tokens(a):
    t=pat(a,"mia"); o=pat(a); l=[x["id"] for x in a.ok("olga","GET",T)["tokens"]]; assert o["id"] in l; return t["id"] not in l
@proof
def login_sliding_hour(a):
    reg(a); l=a.ok("olga","POST","/registry/login",{}); use=lambda: a.ev("credential-used",kind="login-credential",secret=l["password"],username=l["username"],registry="reg-one")["accepted"]
    a.advance("PT40M"); assert use(); a.advance("PT40M"); return use() is False
@proof
def catalog_permission_remembered(a):
    assert a("adam","GET","/iam/catalog")[0]==200; t=pat(a,"adam",scope=[{"role":"viewer"}])["key"]; x=a(t,"GET","/iam/catalog")[0]
    a.ev("role-changes",userId="usr_adam",role="member"); assert a("mia","GET","/iam/catalog")[0]==403; y=a("adam","GET","/iam/catalog")[0]
    assert (x==403)==(y==403); return x==403 and y==403
@proof
def route_delete_siblings(a):
    d=dom(a,verify=False); a.ok("olga","POST",E+f"/domains/{d['id']}/receive"); h=hook(a)["webhook"]["id"]
    r=[a.ok("olga","POST",E+"/routes",{"domainId":d["id"],"pattern":p,"endpointId":h})["id"] for p in ("a","b")]
    assert a("olga","DELETE",E+"/routes/"+r[0])[0]==204; return [x["id"] for x in a.ok("olga","GET",E+"/routes")["routes"]]==[r[1]]
@proof
def alert_other_service(a):
    x=a.ev("alert-fires",serviceId="svc_shop",alert="cpu-high"); y=a.ev("alert-fires",serviceId="svc_search",alert="cpu-high")
    l=a.ok("olga","GET",O+"/incidents")["incidents"]; return sorted((i["serviceId"],i["firingAlerts"]) for i in l)==[("svc_search",1),("svc_shop",1)]
@proof
def expired_token_on_tokens(a):
    t=pat(a,expiresIn=1)["key"]; assert a(t,"GET",T)[0]==200; time.sleep(1.2); assert a(t,"GET",C)[0]==401; return a(t,"GET",T+"/scope-options")[0]==401
@proof
def same_name_replaces(a):
    x,y=pat(a),pat(a); l={i["id"] for i in a.ok("olga","GET",T)["tokens"]}; return {x["id"],y["id"]}<=l and a(x["key"],"GET",C)[0]==200
@proof
def participants_drop_overrides(a):
    ps=[{"userId":"usr_mia","label":"Mia"},{"userId":"usr_adam","label":"Adam"}]
    s=a.ok("olga","POST",O+"/schedules",{"name":"s","timezone":"UTC","participants":ps,"handoff":{"interval":"daily","time":"09:00"}})
    o=a.ok("olga","POST",O+f"/schedules/{s['id']}/overrides",{"userId":"usr_vera","label":"Vera","startsAt":"2030-01-01T00:00:00Z","endsAt":"2030-01-02T00:00:00Z"})
    a.ok("olga","PATCH",O+f"/schedules/{s['id']}",{"participants":ps[::-1]}); return [x["id"] for x in a.ok("olga","GET",O+"/schedules")["schedules"][0]["overrides"]]==[o["id"]]
@proof
def login_ignores_narrowing(a):
    reg(a,"reg-a"); reg(a,"reg-b"); t=pat(a,scope=[{"role":"registry.viewer","resourceIds":["reg-a"]}])["key"]
    return [x["registry"] for x in a.ok(t,"POST","/registry/login",{})["scope"]]==["reg-a"]
@proof
def permissions_public(a): return a(None,"GET","/iam/permissions")[0]==401 and a("olga","GET","/iam/permissions")[0]==200
@proof
def dns_outside_narrowing(a):
    x,y=dom(a,"a.mail.example",verify=False),dom(a,"b.mail.example",verify=False); t=pat(a,scope=[{"role":"email.viewer","resourceIds":[x["id"]]}])["key"]
    assert a(t,"GET",E+f"/domains/{x['id']}/dns")[0]==200 and a(t,"GET",E+f"/domains/{y['id']}")[0] in (403,404); return a(t,"GET",E+f"/domains/{y['id']}/dns")[0] in (403,404)
@proof
def failures_by_vantage(a):
    m=monitor(a)
    for v in ("fra","iad"): a.ev("probe-result",monitorId=m["id"],vantage=v,outcome="fail"); time.sleep(.02)
    return [f["vantage"] for f in a.ok("olga","GET",U+f"/monitors/{m['id']}/failures")["failures"]]==["iad","fra"]
@proof
def timeline_public_when_resolved(a):
    i=a.ok("olga","POST",O+"/incidents",{"serviceId":"svc_shop","title":"t"})["id"]; a.ok("olga","POST",O+f"/incidents/{i}/updates",{"body":"hello"}); a.ok("olga","POST",O+f"/incidents/{i}/resolve")
    v=a.ev("status-page-viewed",serviceIds=["svc_shop"]); assert v["incidents"][0]["id"]==i; return "opened" not in json.dumps(v) and "timeline" not in v["incidents"][0]
@proof
def secret_on_url_change(a):
    h=hook(a); b=a.ok("olga","PATCH",E+"/webhooks/"+h["webhook"]["id"],{"url":"http://127.0.0.1:9/z"}); assert b["url"].endswith("z"); return h["signingSecret"] not in json.dumps(b)
@proof
def login_same_second(a):
    reg(a)
    for _ in range(3):
        out=[]; ts=[threading.Thread(target=lambda: out.append(a.ok("olga","POST","/registry/login",{}))) for _ in (1,2)]
        [t.start() for t in ts]; [t.join() for t in ts]
        if not all(a.ev("credential-used",kind="login-credential",secret=l["password"],username=l["username"],registry="reg-one")["accepted"] for l in out): return False
    return True
@proof
def incident_cap_before_filter(a):
    mk=lambda: a.ok("olga","POST",O+"/incidents",{"serviceId":"svc_shop","title":"t"})["id"]
    i=mk()
    for _ in range(100): a.ok("olga","POST",O+f"/incidents/{mk()}/resolve")
    return [x["id"] for x in a.ok("olga","GET",O+"/incidents")["incidents"]]==[i]
@proof
def registry_delete_untagged(a):
    reg(a); a.ev("image-pushed",registry="reg-one",repository="r"); assert a("olga","DELETE",R+"/reg-one")[0]==409
    a.ok("olga","DELETE",R+"/reg-one/tags?repo=r&tag=latest"); return 400<=a("olga","DELETE",R+"/reg-one")[0]<500
@proof
def role_scope_not_enforced(a):
    t=pat(a,scope=[{"role":"viewer"}])["key"]; assert a(t,"GET",U+"/services")[0]==200; return a(t,"POST",U+"/services",{"name":"n"})[0]==403
@proof
def contacts_patch_partial_answer(a): return set(a.ok("olga","PATCH","/organization/contacts",{"technicalEmail":"new@aurora.example"}))=={"billingEmail","technicalEmail","securityEmail"}
@proof
def released_stays_released(a):
    dom(a); listed=lambda: [(s["address"],s["reason"],s["id"]) for s in a.ok("olga","GET",E+"/suppressions")["suppressions"]]
    a.ev("message-bounced",messageId=msg(a),bounce="hard"); l=listed(); assert len(l)==1 and l[0][1]=="bounce"
    a.ok("olga","DELETE",E+"/suppressions/"+l[0][2]); assert not listed()
    a.ev("message-bounced",messageId=msg(a),bounce="hard"); return [x[:2] for x in listed()]==[("x@y.example","bounce")]
@proof
def untagged_tags_null(a):
    reg(a); a.ev("image-pushed",registry="reg-one",repository="r"); a.ok("olga","DELETE",R+"/reg-one/tags?repo=r&tag=latest"); return a.ok("olga","GET",R+"/reg-one/manifests?repo=r")["manifests"][0]["tags"]==[]
@proof
def redeliver_foreign(a):
    dom(a); hook(a); msg(a); d=a.ok("olga","GET",E+"/webhook-deliveries")["deliveries"][0]["id"]; st,_=a("nils","POST",E+f"/webhook-deliveries/{d}/redeliver")
    return 400<=st<500 and len(a.ok("olga","GET",E+"/webhook-deliveries")["deliveries"])==1
@proof
def since_lifts_window(a):
    dom(a); ago=lambda n:(datetime.datetime.utcnow()-datetime.timedelta(days=n)).strftime("%Y-%m-%dT%H:%M:%SZ")
    i=msg(a,createdAt=ago(100)); j=msg(a); l=lambda q:[x["id"] for x in a.ok("olga","GET",E+"/messages"+q)["messages"]]
    assert l("")==[j]; return l("?since="+ago(120))==[j]
@proof
def contacts_lost_update(a):
    for n in range(4):
        t=threading.Thread(target=lambda: a.ok("olga","PATCH","/organization/contacts",{"billingEmail":f"b{n}@aurora.example"})); t.start(); time.sleep(.008)
        a.ok("olga","PATCH","/organization/contacts",{"technicalEmail":f"t{n}@aurora.example"}); t.join()
        c=a.ok("olga","GET","/organization/contacts")
        if c["billingEmail"]!=f"b{n}@aurora.example" or c["technicalEmail"]!=f"t{n}@aurora.example": return False
    return True
@proof
def quota_per_repository(a):
    reg(a); a.ev("quota-changes",quota="registry-storage-bytes",registry="reg-one",value=1000000)
    push=lambda r: a.event("image-pushed",registry="reg-one",repository=r,layers=[{"sizeBytes":600000}])[0]
    assert push("a")==200; st=push("b"); d=a.ok("olga","GET",R+"/reg-one"); return st==409 and d["usedBytes"]<=d["storageQuotaBytes"]
@proof
def rename_to_later_name(a):
    x,y=[a.ok("olga","POST",U+"/services",{"name":n})["id"] for n in "ab"]; assert a("olga","PATCH",U+"/services/"+y,{"name":"a"})[0]==409; return a("olga","PATCH",U+"/services/"+x,{"name":"b"})[0]==409
@proof
def contacts_unchanged_204(a):
    c=a.ok("olga","GET","/organization/contacts"); st,b=a("olga","PATCH","/organization/contacts",{"billingEmail":c["billingEmail"]}); return st==200 and b==c
@proof
def monitor_foreign_service(a):
    s=a.ok("nils","POST",U+"/services",{"name":"n"})["id"]
    return 400<=a("olga","POST",U+"/monitors",{"name":"m","serviceId":s,"intervalSeconds":30,"vantages":["fra"],"kind":"http","http":{"url":"https://x.example/"}})[0]<500

class Server:
    def __init__(s,binary):
        with socket.socket() as k: k.bind(("127.0.0.1",0)); port=k.getsockname()[1]
        s.p=subprocess.Popen([binary,"-port",str(port)],stdout=subprocess.DEVNULL,stderr=open(W+"/server.log","a")); s.api=API(f"http://127.0.0.1:{port}")
        for _ in range(100):
            try: s.api.raw(None,"GET","/_understudy/health"); return
            except OSError: time.sleep(.05)
    def stop(s): s.p.terminate(); s.p.wait()
def build(edits,name):
    d=W+"/src-"+name; shutil.rmtree(d,ignore_errors=True); shutil.copytree(CANDIDATE,d)
    for e in edits:
        t=open(d+"/"+e["file"]).read(); assert t.count(e["find"])==1,(name,e["find"][:60]); open(d+"/"+e["file"],"w").write(t.replace(e["find"],e["replace"]))
    r=subprocess.run([GO,"build","-o",W+"/"+name,"."],cwd=d,env=ENV,capture_output=True,text=True); shutil.rmtree(d)
    return None if r.returncode==0 else r.stderr[:400]
def run(api,id):
    api.reset()
    try: return P[id](api)
    except Exception as e: return f"{type(e).__name__} {e}"
want=[m for m in MIST if not sys.argv[1:] or m["id"] in sys.argv[1:]]
err=build([],"clean"); assert not err,err
s=Server(W+"/clean"); clean={m["id"]:run(s.api,m["id"]) for m in want}; s.stop()
n=0
for m in want:
    i=m["id"]
    if clean[i] is not True: print(i,"clean not right:",clean[i],flush=True); continue
    err=build(m["edits"],"edited")
    if err: print(i,"does not build:",err,flush=True); continue
    s=Server(W+"/edited"); r=run(s.api,i); s.stop()
    if r is False: n+=1
    print(i,"ok" if r is False else f"edited: {r}",flush=True)
print(n,"of",len(want),"proven")
