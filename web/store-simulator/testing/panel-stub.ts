import { createServer } from 'node:http';
import { listenOnLoopback } from '#testing/loopback-server.ts';
import { connectStoreSimulator } from './connect.ts';

/** A page that uses every part of App Bridge, with a router of its own, in place of the panel. */
export interface PanelStub {
  /** Claims of the session tokens that its server was called with. */
  claims: Record<string, unknown>[];
  close(): Promise<void>;
}

const page = (storeUrl: string) => `<!doctype html><html lang="en"><head><title>Panel</title>
<meta name="shopify-api-key" content="client-id"><script src="${storeUrl}/app-bridge.js"></script></head><body><main>
<h1 id="where"></h1><p id="token"></p><p id="out"></p>
<ui-nav-menu><a rel="home" href="/">Home</a><a href="/deliveries">Deliveries</a><a href="/settings">Settings</a></ui-nav-menu>
<ui-save-bar id="bar"><button variant="primary" id="save">Save</button><button id="discard">Discard</button></ui-save-bar>
<ui-modal id="modal"><ui-title-bar title="A modal"><button id="do">Do it</button></ui-title-bar><p>inside the modal</p></ui-modal>
<button id="hello">say hello</button><button id="dirty">make dirty</button><button id="open">open modal</button>
<script>
const by = (id) => document.getElementById(id);
const show = () => { by('where').textContent = location.pathname; };
document.addEventListener('shopify:navigate', (event) => {
  event.preventDefault(); history.pushState(null, '', event.target.getAttribute('href')); show();
});
by('hello').onclick = () => shopify.toast.show('hello');
by('dirty').onclick = () => shopify.saveBar.show('bar');
by('save').onclick = () => { by('out').textContent = 'saved'; by('bar').hide(); };
by('discard').onclick = () => by('bar').hide();
by('open').onclick = () => shopify.modal.show('modal');
by('do').onclick = () => { by('out').textContent = 'done it'; by('modal').hide(); };
fetch('/api/whoami').then((response) => response.text()).then((text) => { by('token').textContent = text; });
show();
</script></main></body></html>`;

/** Starts the page and makes it the store's app. */
export async function startPanelStub(storeUrl: string): Promise<PanelStub> {
  const claims: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    request.resume();
    if (request.url !== '/api/whoami') {
      response.setHeader('content-type', 'text/html').end(page(storeUrl));
      return;
    }
    const body = request.headers.authorization?.match(/^Bearer [^.]+\.([^.]+)\./)?.[1] ?? '';
    claims.push(JSON.parse(Buffer.from(body, 'base64url').toString() || '{}') as Record<string, unknown>);
    response.end('token ok');
  });
  const { url, close } = await listenOnLoopback(server);
  await connectStoreSimulator(storeUrl).setAppUrl(url);
  return { claims, close };
}
