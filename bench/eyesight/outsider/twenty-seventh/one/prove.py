#!/usr/bin/env python3
"""python3 prove.py [ID...]: shows for each mistake that the clean candidate is right and the edited copy wrong."""
import http.client, json, os, shutil, subprocess, sys, tempfile, threading, time
HERE=os.path.dirname(os.path.abspath(__file__))
NODE=os.path.join(HERE,'../../../../../node_modules/.bin/node')
CANDIDATE=os.path.join(HERE,'../../../../../examples/sixth-candidate')
V='/api/v1'
class Bad(Exception): pass
class S:
    def __init__(self, folder):
        self.p=subprocess.Popen([NODE,'server.mjs','--port','0'],cwd=folder,stdout=subprocess.PIPE,stderr=subprocess.PIPE,text=True)
        line=self.p.stdout.readline()
        if 'ready on' not in line: raise Bad('no start: '+self.p.stderr.read()[:300])
        self.port=int(line.strip().rsplit(':',1)[1])
    def stop(self):
        self.p.terminate(); self.p.wait()
    def raw(self, method, path, body=None, who=None, token=None, org=None):
        c=http.client.HTTPConnection('127.0.0.1',self.port,timeout=20)
        h={}
        if who: h['authorization']=f'Bearer ses-{who}-4f1c7a90'
        if token: h['authorization']=f'Bearer {token}'
        if org: h['x-organization']=org
        if body is not None: h['content-type']='application/json'
        c.request(method,path,None if body is None else json.dumps(body),h)
        r=c.getresponse(); t=r.read().decode(); c.close()
        try: j=json.loads(t) if t else None
        except ValueError: j=t
        return r.status,j
    def __call__(self, method, path, body=None, who='olga', **k):
        if k.get('token'): who=None
        return self.raw(method,V+path,body,who,**k)
    def ok(self, method, path, body=None, who='olga', **k):
        s,j=self(method,path,body,who,**k)
        if s>=300: raise Bad(f'{method} {path}: {s} {j}')
        return j
    def tryev(self,name,**b): return self.raw('POST','/_understudy/events/'+name,b)
    def ev(self,name,**b):
        s,j=self.tryev(name,**b)
        if s!=200: raise Bad(f'event {name}: {s} {j}')
        return j
    def advance(self,by): 
        s,j=self.raw('POST','/_understudy/clock/advance',{'by':by})
        if s!=200: raise Bad('advance')
    def pages(self,i): return self.raw('GET','/_understudy/pages?incidentId='+i)[1]['pages']
    def reset(self): self.raw('POST','/_understudy/reset',{})
    # helpers
    def reg(self,slug,who='olga'): return self.ok('POST','/registry/registries',{'slug':slug},who)
    def cluster(self,name,**b):
        self.ok('POST','/clusters',{'name':name,'tier':'small',**b}); self.advance('PT15S')
    def domain(self,name,verified=True):
        d=self.ok('POST','/email/domains',{'name':name})
        if verified:
            self.ev('dns-record-published',domain=name); self.ok('POST',f"/email/domains/{d['id']}/check"); self.advance('PT10S')
            if self.ok('GET','/email/domains/'+d['id'])['sendState']!='verified': raise Bad('not verified')
        return d
    def policy(self,user,repeat=0,wait=300,service='osv_storefront'):
        p=self.ok('POST','/oncall/escalation-policies',{'name':'p','repeat':repeat,'steps':[{'target':{'kind':'user','id':user,'label':'x'},'waitSeconds':wait}]})
        self.ok('PUT',f'/oncall/services/{service}/escalation-policy',{'escalationPolicyId':p['id']})
    def incident(self,service='osv_storefront'): return self.ok('POST','/oncall/incidents',{'serviceId':service,'title':'Down'})
    def monitor(self,**b): return self.ok('POST','/uptime/monitors',{'name':'m','kind':'http','intervalSeconds':60,'vantages':['fra'],'http':{'url':'https://a.example/'},**b})
def parallel(fs):
    out=[None]*len(fs)
    def run(i,f): out[i]=f()
    ts=[threading.Thread(target=run,args=(i,f)) for i,f in enumerate(fs)]
    for t in ts: t.start()
    for t in ts: t.join()
    return out
def need(c,m='setup'):
    if not c: raise Bad(m)
def refused(s): return 400<=s<500
P={}
def p(id):
    def d(f): P['aw-'+id]=f; return f
    return d

@p('unpaid-stored')
def _(a):
    a.ev('payment-method-changes',active=False)
    s,_=a('POST','/registry/registries',{'slug':'unpaid'}); need(s==402)
    return a.ok('GET','/registry/registries')['registries']==[]
@p('nonempty-body')
def _(a):
    a.reg('full'); a.ev('image-pushed',registry='full',repository='web')
    s,j=a('DELETE','/registry/registries/full'); need(s==409)
    return isinstance(j.get('error'),str)
@p('mode-guessed')
def _(a): return refused(a('POST','/clusters',{'name':'c1','tier':'small','datastore':{'size':'db-medium'}})[0])
@p('beta-of-home')
def _(a):
    need(a('GET','/uptime/ping',who='pat',org='harbor')[0]==200)
    a.ev('entitlement-changes',organization='harbor',area='uptime',enabled=False)
    need(a('GET','/uptime/ping',who='henry')[0]==403); need(a('GET','/uptime/ping')[0]==200)
    return a('GET','/uptime/ping',who='pat',org='harbor')[0]==403
@p('dns-unscoped')
def _(a):
    x=a.domain('a.example',False); y=a.domain('b.example',False)
    t=a.ok('POST','/tokens',{'name':'n','scope':[{'role':'email.viewer','resourceIds':[x['id']]}]})['key']
    need(a('GET',f"/email/domains/{x['id']}/dns",token=t)[0]==200)
    return refused(a('GET',f"/email/domains/{y['id']}/dns",token=t)[0])
@p('upstream-gone-everywhere')
def _(a):
    for s in ('one-reg','two-reg'):
        a.reg(s); a.ok('PUT',f'/registry/registries/{s}/upstream-credentials/docker.io',{'username':'u','password':'pw'})
    a.ok('DELETE','/registry/registries/one-reg/upstream-credentials/docker.io')
    return len(a.ok('GET','/registry/registries/two-reg/upstream-credentials')['upstreamCredentials'])==1
@p('ack-anywhere')
def _(a):
    i=a.incident()['id']; s,_=a('POST',f'/oncall/incidents/{i}/acknowledge',who='henry')
    st=a.ok('GET','/oncall/incidents/'+i)['status']
    need((s==200)==(st=='acknowledged'))
    return refused(s)
@p('logout-everywhere')
def _(a):
    a.reg('one-reg'); x=a.ok('POST','/registry/logins',{}); y=a.ok('POST','/registry/logins',{})
    use=lambda c:a.ev('credential-used',kind='login-credential',secret=c['password'],username=c['username'])['accepted']
    need(use(x) and use(y)); a.ok('DELETE','/registry/logins/'+x['username']); need(not use(x))
    return use(y)
@p('lb-empty-patch')
def _(a):
    a.cluster('c1',managedLoadBalancers={'enabled':True})
    s,_=a('PATCH','/clusters/c1',{'managedLoadBalancers':{}})
    on=a.ok('GET','/clusters/c1')['managedLoadBalancers']['enabled']; need(refused(s)==on)
    return refused(s) and on
@p('updates-lost')
def _(a):
    i=a.incident()['id']
    r=parallel([lambda k=k:a('POST',f'/oncall/incidents/{i}/updates',{'body':f'u{k}'}) for k in range(5)])
    need(all(s==201 for s,_ in r))
    n=len(a.ev('status-page-viewed',serviceIds=['osv_storefront'])['incidents'][0]['updates'])
    gone=[a('DELETE',f"/oncall/incidents/{i}/updates/{j['id']}")[0] for _,j in r]
    need((n==5)==(gone==[204]*5))
    # one after the other still works
    for k in range(2): a.ok('POST',f'/oncall/incidents/{i}/updates',{'body':'x'})
    need(len(a.ok('GET','/oncall/incidents/'+i)['updates'])==2)
    return n==5
@p('last-event-number')
def _(a):
    s=a.ok('POST','/oncall/alert-sources',{'name':'s','serviceId':'osv_search'})
    need(a.ok('GET','/oncall/alert-sources')['sources'][0]['lastEventAt']=='')
    a.ok('POST',f"/oncall/alert-sources/{s['id']}/webhook",{'alerts':[{'status':'firing','labels':{'alertname':'A'}}]},token=s['token'])
    return isinstance(a.ok('GET','/oncall/alert-sources')['sources'][0]['lastEventAt'],str)
@p('key-revoke-200')
def _(a):
    k=a.ok('POST','/email/keys',{'name':'k'})['sendKey']['id']
    s,j=a('DELETE','/email/keys/'+k); need(a.ok('GET','/email/keys')['sendKeys']==[])
    return s==204 and j is None
@p('attempts-failed-only')
def _(a):
    a.domain('a.example')
    h=a.ok('POST','/email/webhooks',{'url':'http://127.0.0.1:9/','eventTypes':['message.sent']})['webhook']['id']
    a.ev('webhook-endpoint-answers',endpointId=h,answers=[{'status':200}])
    a.ev('message-sent',**{'from':'a@a.example','to':['b@c.example']}); time.sleep(.2)
    d=a.ok('GET','/email/webhook-deliveries')['deliveries'][0]; need(d['state']=='delivered')
    return d['attempts']==1
@p('catalog-all-memberships')
def _(a):
    a.reg('harbor-reg','henry'); a.reg('lumen-reg')
    need([r['id'] for r in a.ok('GET','/iam/catalog',who='adam')['resources']]==['lumen-reg'])
    return [r['id'] for r in a.ok('GET','/iam/catalog',who='pat',org='lumen')['resources']]==['lumen-reg']
@p('detail-any-org')
def _(a):
    a.reg('lumen-reg'); need(a('GET','/registry/registries/lumen-reg')[0]==200)
    return refused(a('GET','/registry/registries/lumen-reg',who='henry')[0])
@p('join-used-late')
def _(a):
    a.cluster('c1'); t=a.ok('POST','/clusters/c1/join-tokens')['joinToken']
    need(a.tryev('node-joins',cluster='c1',node='n1',token=t)[0]==200)
    r=a('POST','/clusters/c1/join',{'token':t,'node':'n2'},who=None)[0]
    a.advance('PT10S'); need(refused(a('POST','/clusters/c1/join',{'token':t,'node':'n3'},who=None)[0]))
    return refused(r)
@p('bounce-gives-quota-back')
def _(a):
    a.domain('a.example'); m=a.ev('message-sent',**{'from':'a@a.example','to':['b@c.example']})['messageId']
    need(a.ok('GET','/email/settings')['acceptedToday']==1)
    a.ev('message-bounced',messageId=m,bounce='hard')
    return a.ok('GET','/email/settings')['acceptedToday']==1
@p('scrape-cache')
def _(a):
    t=a.ok('POST','/uptime/export-tokens',{'name':'x'})
    u=a.ok('POST','/uptime/export-tokens',{'name':'y'})
    need(a('GET','/uptime/metrics',token=t['token'])[0]==200)
    a.ok('DELETE','/uptime/export-tokens/'+t['id']); a.ok('DELETE','/uptime/export-tokens/'+u['id'])
    need(a('GET','/uptime/metrics',token=u['token'])[0]==401)
    return a('GET','/uptime/metrics',token=t['token'])[0]==401
@p('second-check-late')
def _(a):
    d=a.domain('a.example',False)['id']; a.ok('POST',f'/email/domains/{d}/check'); a.advance('PT10S')
    a.ev('dns-record-published',domain='a.example'); need(a('POST',f'/email/domains/{d}/check')[0]==202); a.advance('PT60S')
    return a.ok('GET','/email/domains/'+d)['sendState']=='verified'
@p('repeat-after-ack')
def _(a):
    a.policy('usr_mia',repeat=1); i=a.incident()['id']; need(len(a.pages(i))==1)
    a.ok('POST',f'/oncall/incidents/{i}/acknowledge'); a.advance('PT1H')
    return len(a.pages(i))==1
@p('downsize-with-upgrade')
def _(a):
    a.cluster('c1',tier='large',orchestratorVersion='1.32.6')
    a.ev('headroom-changes',cluster='c1',component='scheduler',usedPercent=90)
    need(a('PATCH','/clusters/c1',{'tier':'small'})[0]==409)
    s,j=a('PATCH','/clusters/c1',{'tier':'small','orchestratorVersion':'1.33.2'})
    return s==409 and 'scheduler' in j['error']
@p('upstream-password-echo')
def _(a):
    a.reg('one-reg'); j=a.ok('PUT','/registry/registries/one-reg/upstream-credentials/docker.io',{'username':'u','password':'hush-hush'})
    need(j['username']=='u'); return 'hush-hush' not in json.dumps(j)
@p('ping-alone')
def _(a):
    need(a('GET','/uptime/ping')[0]==200); a.ev('backend-behaves',backend='uptime',reachable=False)
    need(a('GET','/uptime/monitors')[0]==502); return a('GET','/uptime/ping')[0]==502
@p('unknown-suppression-204')
def _(a):
    i=a.ok('POST','/email/suppressions',{'address':'x@y.example'})['id']
    s=a('DELETE','/email/suppressions/'+i,who='henry')[0]
    need(len(a.ok('GET','/email/suppressions')['suppressions'])==1)
    return s==404
@p('delays-add-up')
def _(a):
    a.ok('PUT','/oncall/paging-settings',{'rules':[{'channel':'email','delaySeconds':60},{'channel':'email','delaySeconds':120}]},who='mia')
    a.policy('usr_mia',wait=3600); i=a.incident()['id']; a.advance('PT70S'); need(len(a.pages(i))==1); a.advance('PT55S')
    return len(a.pages(i))==2
@p('latency-null')
def _(a):
    m=a.monitor()['id']; a.ev('probe-result',monitorId=m,outcome='error')
    pts=a.ok('GET',f'/uptime/monitors/{m}/metrics')['series'][0]['points']; need(pts)
    return all(isinstance(q['latencyMs'],(int,float)) for q in pts)
@p('catalog-remembers-managers')
def _(a):
    need(a('GET','/iam/catalog',who='mia')[0]==403); need(a('GET','/iam/catalog',who='adam')[0]==200)
    a.ev('role-changes',userId='usr_adam',role='member')
    return a('GET','/iam/catalog',who='adam')[0]==403
@p('skew-of-all-clusters')
def _(a):
    a.cluster('old',orchestratorVersion='1.30.14'); a.cluster('new',orchestratorVersion='1.32.6')
    a.ev('node-joins',cluster='old',node='worker-old',agentVersion='1.30.14')
    s,j=a('PATCH','/clusters/new',{'orchestratorVersion':'1.33.2'}); need(s==200 or 'worker-old' in j['error'])
    return s==200
@p('options-shared-in-flight')
def _(a):
    a.reg('one-reg'); a.reg('two-reg')
    t=a.ok('POST','/tokens',{'name':'n','scope':[{'role':'registry.viewer','resourceIds':['one-reg']}]})['key']
    g=lambda **k:[r['id'] for r in a.ok('GET','/tokens/scope-options',**k)['resources']]
    need(g()==['one-reg','two-reg'] and g(token=t)==['one-reg'])
    good=True
    for _ in range(10):
        r=parallel([lambda:g(),lambda:g(token=t),lambda:g(token=t)])
        good=good and r==[['one-reg','two-reg'],['one-reg'],['one-reg']]
    return good
@p('unreachable-error-object')
def _(a):
    a.ev('backend-behaves',backend='email',reachable=False); s,j=a('GET','/email/domains'); need(s==502)
    return isinstance(j['error'],str)
@p('patch-any-size')
def _(a):
    a.cluster('c1',datastore={'mode':'dedicated'})
    need(refused(a('POST','/clusters',{'name':'c2','tier':'small','datastore':{'mode':'dedicated','size':'db-huge'}})[0]))
    return refused(a('PATCH','/clusters/c1',{'datastore':{'size':'db-huge','storageGiB':40,'replicas':2,'backups':True}})[0])
@p('auth-token-in-timeline')
def _(a):
    a.ok('PUT','/oncall/provider-credential',{'accountSid':'AC1','authToken':'very-secret-token','fromNumber':'+15550101000'})
    a.ok('PUT','/oncall/paging-settings',{'phone':'+15550100000','rules':[{'channel':'sms','delaySeconds':0}]},who='mia')
    a.policy('usr_mia'); a.ev('provider-behaves',behaviour='unreachable',only='pages'); i=a.incident()['id']
    j=json.dumps(a.ok('GET','/oncall/incidents/'+i)); need('page-failed' in j)
    return 'very-secret-token' not in j
@p('managers-list-all')
def _(a):
    a.ok('POST','/tokens',{'name':'mias'},who='mia'); a.ok('POST','/tokens',{'name':'mine'})
    need([t['name'] for t in a.ok('GET','/tokens',who='mia')['tokens']]==['mias'])
    return [t['name'] for t in a.ok('GET','/tokens')['tokens']]==['mine']
@p('down-to-down')
def _(a):
    m=a.monitor(vantages=['fra','lon','nyc'],downCondition={'confirmations':1,'quorum':2})['id']
    for v in ('fra','lon','nyc'): a.ev('probe-result',monitorId=m,vantage=v,outcome='fail')
    t=a.ok('GET',f'/uptime/monitors/{m}/transitions')['transitions']; need(t[0]['to']=='down')
    return all(x['from']!=x['to'] for x in t)
@p('upstream-suffix')
def _(a):
    a.reg('one-reg'); need('mirror.docker.io' not in [u['host'] for u in a.ok('GET','/registry/upstreams')['upstreams']])
    b={'username':'u','password':'p'}
    need(refused(a('PUT','/registry/registries/one-reg/upstream-credentials/nowhere.example',b)[0]))
    return refused(a('PUT','/registry/registries/one-reg/upstream-credentials/mirror.docker.io',b)[0])
@p('first-grant-decides')
def _(a):
    a.reg('one-reg'); a.reg('two-reg')
    t=a.ok('POST','/tokens',{'name':'n','scope':[{'role':'registry.viewer','resourceIds':['one-reg']},{'role':'registry.editor','resourceIds':['two-reg']}]})['key']
    need(a('GET','/registry/registries/one-reg',token=t)[0]==200)
    return a('GET','/registry/registries/two-reg',token=t)[0]==200
@p('metrics-read-prunes')
def _(a):
    m=a.monitor()['id']; a.ev('probe-result',monitorId=m,outcome='ok'); a.advance('PT2H'); a.ev('probe-result',monitorId=m,outcome='ok')
    g=lambda w:len(a.ok('GET',f'/uptime/monitors/{m}/metrics?window={w}')['series'][0]['points'])
    need(g('24h')==2 and g('1h')==1)
    return g('24h')==2
@p('title-made-up')
def _(a): return refused(a('POST','/oncall/incidents',{'serviceId':'osv_search'})[0])
@p('key-revoked-from-outside')
def _(a):
    a.reg('lumen-reg'); a.reg('harbor-reg','henry')
    k=a.ok('POST','/registry/registries/lumen-reg/keys',{'name':'k','mode':'pull'})['keyId']
    s=a('DELETE','/registry/registries/harbor-reg/keys/'+k,who='henry')[0]
    rev='revokedAt' in a.ok('GET','/registry/registries/lumen-reg/keys')['keys'][0]; need(rev==(s==204))
    return refused(s)
@p('quota-plus-one')
def _(a):
    a.domain('a.example'); a.ev('quota-changes',quota='daily-email',value=2); b={'from':'a@a.example','to':['b@c.example']}
    a.ev('message-sent',**b); a.ev('message-sent',**b); s=a.tryev('message-sent',**b)[0]
    n=a.ok('GET','/email/settings')['acceptedToday']; need((s==200)==(n==3))
    return s==409
@p('catalog-stale')
def _(a):
    need(a.ok('GET','/iam/catalog')['resources']==[]); a.reg('one-reg'); a.advance('PT1M')
    return [r['id'] for r in a.ok('GET','/iam/catalog')['resources']]==['one-reg']
@p('skew-names-three')
def _(a):
    a.cluster('c1',orchestratorVersion='1.32.6')
    for i in range(5): a.ev('node-joins',cluster='c1',node=f'worker-{i}',agentVersion='1.30.14')
    s,j=a('PATCH','/clusters/c1',{'orchestratorVersion':'1.33.2'}); need(s==409 and 'worker-0' in j['error'])
    return all(f'worker-{i}' in j['error'] for i in range(5))
@p('patch-echo')
def _(a):
    a.cluster('c1'); j=a.ok('PATCH','/clusters/c1',{'managedLoadBalancers':{'enabled':True}})['managedLoadBalancers']; need(j['enabled'])
    return isinstance(j.get('maxServices'),int) and isinstance(j.get('loadBalancers'),list)
@p('key-widened-by-delete')
def _(a):
    x=a.domain('a.example'); a.domain('b.example')
    k=a.ok('POST','/email/keys',{'name':'k','domainIds':[x['id']]})['secret']
    b={'from':'a@b.example','to':['c@d.example']}
    need(a('POST','/email/send',b,token=k)[0]==403)
    a.ok('DELETE','/email/domains/'+x['id'])
    return refused(a('POST','/email/send',b,token=k)[0])

def run(server,id):
    try: return P[id](server)
    except Exception as e: return f'{type(e).__name__}: {e}'
def main():
    M=json.load(open(os.path.join(HERE,'mistakes.json')))
    want=sys.argv[1:]; M=[m for m in M if not want or m['id'] in want]
    clean=S(CANDIDATE); right={}
    for m in M:
        clean.reset(); right[m['id']]=run(clean,m['id'])
    clean.stop(); good=0
    for m in M:
        tmp=tempfile.mkdtemp(prefix='copy-')
        try:
            shutil.copytree(CANDIDATE,tmp,dirs_exist_ok=True)
            for e in m['edits']:
                f=os.path.join(tmp,e['file']); t=open(f).read()
                if t.count(e['find'])!=1: raise Bad('find text not once: '+e['find'][:50])
                open(f,'w').write(t.replace(e['find'],e['replace']))
            s=S(tmp)
            try: wrong=run(s,m['id'])
            finally: s.stop()
        except Exception as e: wrong=f'{type(e).__name__}: {e}'
        finally: shutil.rmtree(tmp)
        ok=right[m['id']] is True and wrong is False; good+=ok
        print(m['id'],'ok' if ok else f'NOT: clean {right[m["id"]]}, edited {wrong}',flush=True)
    print(good,'of',len(M))
main()
