import http from 'node:http'; import { readFileSync, existsSync } from 'node:fs'; import { chromium } from 'playwright-core';
const dist='/tmp/h/dist'; const now=Date.parse('2026-11-25T01:00:00Z');
const B='01JD3K8QZ4T5V6W7X8Y9Z0A'; const per=(i)=>`per_${B}1${i}0`, grp=(i)=>`grp_${B}2${i}0`, host=(i)=>`host_${B}3${i}0`, gpu=(h,i)=>`gpu_${B}4${h}${i}`;
const names=['Ann Nowak','Bartek Wiśniewski','Chen Li','Dana Kowalska','Eli Stone','Farah Aziz','Goran Ilić','Hana Sato'];
const role=process.env.ROLE??'admin';
const groupsOf={0:[[1,true],[2,false]],1:[[1,false]],2:[[2,false]],3:[[1,false]],4:[[1,false]],5:[[2,false]],6:[[1,false]],7:[[3,false]]};
const gname={1:'language',2:'vision',3:'students'};
const people=names.map((name,i)=>({id:per(i),name,unix_name:name.split(' ')[0].toLowerCase(),role:i===0?role:i===7?'observer':'user',created_at:'2026-03-03T08:00:00.000Z',state:i===6?'disabled':'active',groups:groupsOf[i].map(([g,m])=>({group_id:grp(g),name:gname[g],manager:m})),...(i===0?{mail:'ann@example.org'}:{})}));
const groups=[1,2,3].map(g=>({id:grp(g),name:gname[g],newcomers:g===3,member_count:people.filter(p=>p.groups.some(x=>x.group_id===grp(g))).length,created_at:'2026-03-03T08:00:00.000Z'}));
const hosts=[1,2,3,4,5,6].map(i=>({id:host(i),name:`gpu0${i}`,address:`10.0.0.${i}`,port:22,state:'reachable',gpu_count:4,driver:{state:'ok'},labels:[],created_at:'2026-03-03T08:00:00.000Z'}));
const gpus=hosts.flatMap((h,hi)=>[0,1,2,3].map(i=>({id:gpu(hi,i),host_id:h.id,host_name:h.name,index:i,model:hi<4?'NVIDIA A100-SXM4-80GB':'NVIDIA H100 80GB HBM3',memory_total_mib:81920,state:'available',processes_known:true})));
const week=['mon','tue','wed','thu','fri'];
const named=(...ids)=>ids.map(id=>({id,name:groups.find(g=>g.id===id)?.name??people.find(p=>p.id===id)?.name??hosts.find(h=>h.id===id)?.name??id}));
const grants=[
 {id:`grt_${B}510`,name:'days',to:{everyone:false,people:[],groups:[grp(1)]},what:{everything:false,gpus:[],hosts:hosts.map(h=>h.id),models:[]},zone:'Europe/Warsaw',windows:[{days:week,from:'08:00',until:'20:00'}],names:named(grp(1),...hosts.map(h=>h.id)),version:1,created_at:'2025-03-03T08:00:00.000Z'},
 {id:`grt_${B}520`,name:'nights',to:{everyone:false,people:[],groups:[grp(1)]},what:{everything:false,gpus:[],hosts:hosts.slice(0,4).map(h=>h.id),models:[]},zone:'Europe/Warsaw',windows:[{days:week,from:'20:00',until:'08:00'},{days:['sat','sun'],from:'00:00',until:'24:00'}],until:'2027-03-30T22:00:00.000Z',names:named(grp(1),...hosts.map(h=>h.id)),version:3,created_at:'2026-03-03T08:00:00.000Z'},
 {id:`grt_${B}530`,name:'Everyone may use the A100s',to:{everyone:true,people:[],groups:[]},what:{everything:false,gpus:[],hosts:[],models:['A100']},zone:'Europe/Warsaw',windows:[{days:['sat','sun'],from:'06:00',until:'22:00'}],names:[],version:1,created_at:'2026-01-03T08:00:00.000Z'},
 {id:`grt_${B}540`,name:'deadline',to:{everyone:false,people:[per(2),per(3)],groups:[]},what:{everything:false,gpus:[gpu(0,0),gpu(0,1),gpu(2,2)],hosts:[],models:['H100']},windows:[],names:named(per(2),per(3)),version:1,created_at:'2026-11-03T08:00:00.000Z'}];
const res=(i,title,from,until)=>({id:`res_${B}6${i}0`,gpus:[gpu(0,0)],gpu_names:['gpu01:0','gpu01:1','gpu01:2'],owner_id:per(1),owner_name:names[1],title,from,until,state:'suspended',version:2,created_at:'2026-11-03T08:00:00.000Z',warnings:[]});
const touched={suspended:[res(1,'moe-pretrain 15','2026-12-01T19:00:00.000Z','2026-12-03T07:00:00.000Z'),res(2,'moe-ablate 2','2026-12-03T21:00:00.000Z','2026-12-04T06:00:00.000Z')],revived:[],cancelled:[],released:[]};
const session={id:`ses_${B}710`,person:people[0],scopes:role==='admin'?['metrics','read','book','admin']:['metrics','read','book'],expires_at:'2027-01-01T00:00:00.000Z',created_at:'2026-11-01T00:00:00.000Z',preferences:{}};
const api=(m,path,q,body)=>{
 if(path==='/api/v1/session')return session; if(path==='/api/v1/setup')return{open:false};
 if(path==='/api/v1/groups')return{items:groups}; let x;
 if((x=/^\/api\/v1\/groups\/(\w+)\/members$/.exec(path)))return{items:people.filter(p=>p.groups.some(g=>g.group_id===x[1])).map(p=>({person_id:p.id,name:p.name,unix_name:p.unix_name,manager:p.groups.find(g=>g.group_id===x[1]).manager,state:p.state}))};
 if(path==='/api/v1/people')return{items:people.filter(p=>(p.name+p.unix_name).toLowerCase().includes((q.get('q')??'').toLowerCase()))};
 if((x=/^\/api\/v1\/people\/(\w+)$/.exec(path)))return people.find(p=>p.id===x[1]);
 if(path==='/api/v1/grants'&&m==='GET')return{items:grants};
 if(q.get('dry_run')&&path==='/api/v1/reservations')return [409,{type:'/problems/no-grant',title:'No grant',status:403,detail:'The grant "nights" ends 2026-12-02 05:00 (Europe/Warsaw), and none lets the owner use gpu03:0 from then on.'}];
 if(q.get('dry_run'))return touched;
 if(path==='/api/v1/access/query'){const b=JSON.parse(body);const n=Date.now();return{person_id:per(0),from:b.from,until:b.until,more:false,closed:(b.gpu??[]).filter((_,i)=>i%8<5).flatMap((g,i)=>[{gpu_id:g,from:new Date(n+6*36e5).toISOString(),until:new Date(n+14*36e5).toISOString(),...(i%8<3?{grant_id:grants[1].id,grant_name:'nights'}:{})}])}}
 if(path==='/api/v1/reservations'&&q.get('state')==='suspended')return{items:[{...res(1,'moe-pretrain',new Date(Date.now()+8*36e5).toISOString(),new Date(Date.now()+20*36e5).toISOString()),gpus:[gpu(0,1),gpu(0,2)]},{...res(2,'mine',new Date(Date.now()+18*36e5).toISOString(),new Date(Date.now()+30*36e5).toISOString()),gpus:[gpu(1,0)],owner_id:per(0),owner_name:'Ann Nowak'}]};
 if(path==='/api/v1/calendar')return{gpus:[],reservations:[],people:{}};
 if(path==='/api/v1/gpus/parse')return{kind:'gpus',gpus:[gpu(2,0)],gpu_names:['gpu03:0-3'],echo:'gpu03:0-3',rest:'1 dec 22-6'};
 if(path==='/api/v1/time/parse')return{kind:'interval',from:'2026-12-01T21:00:00.000Z',until:'2026-12-02T05:00:00.000Z',duration_s:28800,zone:'Europe/Warsaw',echo:'x'};
 return{items:[]};
};
const types={js:'text/javascript',css:'text/css',html:'text/html',svg:'image/svg+xml',woff2:'font/woff2',webmanifest:'application/json'};
const server=http.createServer((req,r)=>{const u=new URL(req.url,'http://x');let body='';req.on('data',c=>body+=c);req.on('end',()=>{
 if(u.pathname.startsWith('/api/')){const a=api(req.method,u.pathname,u.searchParams,body);const [st,v]=Array.isArray(a)?a:[200,a];r.writeHead(st,{'content-type':st===200?'application/json':'application/problem+json','dibs-position':'10'});return r.end(JSON.stringify(v));}
 let f=dist+u.pathname; if(u.pathname==='/'||!existsSync(f)||!/\.\w+$/.test(u.pathname))f=dist+'/index.html';
 let data=readFileSync(f); if(f.endsWith('index.html'))data=data.toString().replaceAll('"./','"/');
 r.writeHead(200,{'content-type':types[f.split('.').pop()]??'text/plain'});r.end(data);});}).listen(4599);
const browser=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu']});
const N=Date.now();const live=[['a',0,[gpu(0,0)],-2,5],['b',1,[gpu(1,2),gpu(1,3)],1,12]].map(([t,o,g,f,u],i)=>({...res(i+5,t,new Date(N+f*36e5).toISOString(),new Date(N+u*36e5).toISOString()),gpus:g,owner_id:per(o),owner_name:names[o],state:f<0?'running':'upcoming'}));
const snap=[['fleet',{hosts,gpus}],['reservations',{reservations:live}],['violations',{violations:[]}],['rules',{rules:[{version:1,shortest_min:15,longest_min:10080,horizon_min:100000,most_gpus:8,violation_level:'off',usage_visible_to:'everyone'}]}]];
async function shot(name,path,{width=1440,height=900,scheme='light',lang='en-GB',act}={}){
 const c=await browser.newContext({viewport:{width,height},colorScheme:scheme,locale:lang,timezoneId:'Europe/Warsaw'});const p=await c.newPage();
 p.on('console',m=>['error','warning'].includes(m.type())&&console.log(name,'console',m.text().slice(0,300)));p.on('pageerror',e=>console.log(name,'ERROR',e.message,e.stack?.slice(0,400)));
 await p.clock?.setFixedTime?.(now).catch?.(()=>{}); 
 await p.routeWebSocket(/stream/,ws=>{ws.onMessage(()=>{for(const[topic,rest]of snap)ws.send(JSON.stringify({type:'snapshot',topic,position:10,...rest}));ws.send(JSON.stringify({type:'caught_up',position:10}));});});
 await p.goto('http://127.0.0.1:4599'+path);await p.waitForTimeout(1200); if(act)await act(p); await p.screenshot({path:`/tmp/h/shots/${name}.png`});
 const wide=await p.evaluate(()=>document.documentElement.scrollWidth-innerWidth); if(wide>0)console.log(name,'wider by',wide); await c.close();}
export { shot, browser, server, people, groups, grants };
const only=process.argv[2];
const cal=async p=>{await p.mouse.move(700,300);await p.waitForTimeout(2600);await p.mouse.move(760,240);await p.waitForTimeout(300);};
const all={ cal:()=>shot('cal','/calendar',{act:cal}), caldark:()=>shot('caldark','/calendar',{act:cal,scheme:'dark'}),
 groups:()=>shot('groups','/access'),
 dark:()=>shot('dark','/access?group='+groups[0].id+'&grant='+grants[1].id,{scheme:'dark'}),
 edit:()=>shot('edit','/access?group='+groups[0].id+'&grant='+grants[1].id,{height:1200,act:async p=>{const u=p.getByRole('group',{name:'When it holds'}).getByLabel('until').first();await u.fill('5:00');await u.press('Tab');await p.waitForTimeout(900);}}),
 what:()=>shot('what','/access?group='+groups[0].id+'&grant='+grants[1].id,{act:async p=>{await p.getByRole('button',{name:'gpu01 – gpu04'}).click();await p.waitForTimeout(700);}}),
 person:()=>shot('person','/access?person='+people[2].id,{height:1300}),
 people:()=>shot('people','/access?show=people'),
 hosts:()=>shot('hosts','/access?host=host_01JD3K8QZ4T5V6W7X8Y9Z0A330'),
 phone:()=>shot('phone','/access',{width:390,height:844}),
 phone2:()=>shot('phone2','/access?group='+groups[0].id,{width:390,height:1600}),
 pl:()=>shot('pl','/access?group='+groups[0].id+'&grant='+grants[1].id,{lang:'pl-PL'}),
 ask:()=>shot('ask','/access?group='+groups[0].id,{act:async p=>{await p.getByRole('button',{name:/^Take Bartek/}).click();await p.waitForTimeout(900);}}),
 may:()=>shot('may','/access?group='+groups[0].id,{height:1100,act:async p=>{await p.getByPlaceholder('gpu03:0-3').fill('gpu03:0-3 1 dec 22-6');await p.waitForTimeout(1200);}}),
};
for(const[n,f]of Object.entries(all))if(!only||only.split(',').includes(n))try{await f()}catch(e){console.log(n,'FAILED',String(e).slice(0,600))}
await browser.close();server.close();
