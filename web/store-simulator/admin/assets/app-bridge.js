/*
 * Stands in for Shopify's App Bridge inside the simulated admin: the `shopify` global, the custom elements that the
 * panel uses, and fetch with a session token. Talks to the admin's page by postMessage; see admin-host.js.
 */
(() => {
  const query = new URLSearchParams(location.search);
  const own = new URL(document.currentScript.src);
  const hostOrigin = location.ancestorOrigins?.[0] ?? (document.referrer ? new URL(document.referrer).origin : own.origin);
  const framed = window.parent !== window;
  const waiting = new Map();
  const stored = (name) => {
    const given = query.get(name);
    if (given) sessionStorage.setItem(`app-bridge-${name}`, given);
    return given ?? sessionStorage.getItem(`app-bridge-${name}`) ?? '';
  };
  let lastId = 0;

  const tell = (type, payload) => framed && window.parent.postMessage({ from: 'app-bridge', type, payload }, hostOrigin);
  const ask = (type, payload) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      window.parent.postMessage({ from: 'app-bridge', id: lastId, type, payload }, hostOrigin);
    });

  const config = {
    apiKey: document.querySelector('meta[name="shopify-api-key"]')?.content ?? own.searchParams.get('apiKey') ?? '',
    shop: stored('shop'),
    host: stored('host'),
    locale: stored('locale') || 'en',
  };

  const idToken = async () => {
    if (framed) return ask('idToken');
    const handle = config.shop.replace('.myshopify.com', '');
    const response = await realFetch(`${own.origin}/store/${handle}/session-token`);
    if (!response.ok) throw new Error('no session token: open the app from the admin');
    return (await response.json()).token;
  };

  // fetch: a token for the app's own origin, one more try when the server asks for a fresh one.
  const realFetch = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).origin !== location.origin || request.headers.has('authorization')) return realFetch(request);
    const send = async () => {
      const copy = request.clone();
      copy.headers.set('authorization', `Bearer ${await idToken()}`);
      copy.headers.set('x-requested-with', 'XMLHttpRequest');
      return realFetch(copy);
    };
    const response = await send();
    return response.headers.has('x-shopify-retry-invalid-session-request') ? send() : response;
  };

  const toasts = new Map();
  const toast = {
    show(message, options = {}) {
      lastId += 1;
      const id = `toast-${lastId}`;
      toasts.set(id, options);
      const { isError = false, duration = 5000, action = null } = options;
      tell('toast', { id, message: String(message), isError, duration, action });
      return id;
    },
    hide: (id) => tell('toastHide', { id }),
  };

  const shown = (id) => {
    const element = document.getElementById(id);
    if (!element?.show) throw new Error(`no element ${id} with show()`);
    return element;
  };
  const saveBar = {
    show: async (id) => shown(id).show(),
    hide: async (id) => shown(id).hide(),
    toggle: async (id) => shown(id).toggle(),
    /** Resolves when leaving is fine; never, when the person stays. */
    leaveConfirmation: async () => {
      const bar = [...document.querySelectorAll('ui-save-bar')].find((one) => one.showing);
      if (!bar) return;
      if (!(await ask('leaveConfirmation'))) await new Promise(() => {});
      bar.discard();
    },
  };
  const modal = { show: async (id) => shown(id).show(), hide: async (id) => shown(id).hide(), toggle: async (id) => shown(id).toggle() };

  const open = (path) => tell('open', { path });
  window.shopify = {
    config,
    origin: own.origin,
    ready: Promise.resolve(),
    environment: { embedded: framed, mobile: false, pos: false, intent: false },
    idToken,
    toast,
    saveBar,
    modal,
    loading: (on) => tell('loading', { on: on !== false }),
    resourcePicker: (options) => ask('resourcePicker', options ?? {}),
    user: async () => ({ id: 81290011, accountAccess: 'full' }),
    scopes: {
      query: () => ask('scopes'),
      request: async () => Promise.reject(new Error('scopes.request is not modelled by the simulated store')),
    },
    intents: {
      invoke: async (name) => Promise.reject(new Error(`intent ${name} is not modelled by the simulated store`)),
    },
    webVitals: { onReport: () => {} },
  };

  // Elements -------------------------------------------------------------------------------------------------------
  const hideElement = (element) => {
    element.style.display = 'none';
  };

  class NavMenu extends HTMLElement {
    connectedCallback() {
      hideElement(this);
      this.observer = new MutationObserver(() => this.report());
      this.observer.observe(this, { childList: true, subtree: true, attributes: true, characterData: true });
      this.report();
    }
    disconnectedCallback() {
      this.observer.disconnect();
      tell('nav', { items: [] });
    }
    links() {
      return [...this.querySelectorAll('a, s-link')].filter((link) => link.getAttribute('href'));
    }
    report() {
      const items = this.links()
        .filter((link) => link.getAttribute('rel') !== 'home')
        .map((link) => ({ href: new URL(link.getAttribute('href'), location.href).pathname, label: link.textContent.trim() }));
      tell('nav', { items });
    }
  }

  /** Lets the app's router take a link of the admin's navigation; without one the admin loads the page anew. */
  const navigate = async (path) => {
    const link = [...document.querySelectorAll('ui-nav-menu, s-app-nav')]
      .flatMap((menu) => menu.links())
      .find((one) => new URL(one.getAttribute('href'), location.href).pathname === path);
    if (!link) return open(path);
    const handled = !link.dispatchEvent(new CustomEvent('shopify:navigate', { bubbles: true, cancelable: true }));
    const before = location.pathname;
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (handled || location.pathname !== before || before === path) return;
    const last = (event) => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      open(path);
    };
    window.addEventListener('click', last, { once: true });
    link.click();
    window.removeEventListener('click', last);
  };

  class SaveBar extends HTMLElement {
    showing = false;
    connectedCallback() {
      hideElement(this);
    }
    disconnectedCallback() {
      this.hide();
    }
    async show() {
      if (this.showing) return;
      this.showing = true;
      tell('saveBar', { on: true, discardConfirmation: this.hasAttribute('discardconfirmation') });
      this.dispatchEvent(new CustomEvent('show'));
    }
    async hide() {
      if (!this.showing) return;
      this.showing = false;
      tell('saveBar', { on: false });
      this.dispatchEvent(new CustomEvent('hide'));
    }
    toggle() {
      return this.showing ? this.hide() : this.show();
    }
    button(primary) {
      return [...this.querySelectorAll('button')].find((one) => (one.getAttribute('variant') === 'primary') === primary);
    }
    save() {
      this.button(true)?.click();
    }
    discard() {
      this.button(false)?.click();
    }
  }

  class TitleBar extends HTMLElement {
    static observedAttributes = ['title'];
    connectedCallback() {
      hideElement(this);
      this.observer = new MutationObserver(() => this.report());
      this.observer.observe(this, { childList: true, subtree: true, attributes: true });
      this.report();
    }
    disconnectedCallback() {
      this.observer.disconnect();
      tell('title', { title: null, actions: [] });
    }
    attributeChangedCallback() {
      if (this.observer) this.report();
    }
    report() {
      const actions = [...this.querySelectorAll('button, a')].map((one, index) => ({
        index,
        label: one.textContent.trim(),
        primary: one.getAttribute('variant') === 'primary',
        disabled: one.hasAttribute('disabled'),
      }));
      tell('title', { title: this.getAttribute('title'), actions });
    }
  }

  class Modal extends HTMLElement {
    showing = false;
    connectedCallback() {
      hideElement(this);
    }
    async show() {
      if (this.showing) return;
      this.showing = true;
      const title = this.querySelector('ui-title-bar');
      this.overlay = document.createElement('dialog');
      this.overlay.setAttribute('aria-label', title?.getAttribute('title') ?? 'Dialog');
      this.home = [...this.childNodes];
      this.overlay.append(...this.home);
      document.body.append(this.overlay);
      this.overlay.addEventListener('close', () => this.hide(), { once: true });
      this.overlay.showModal();
      this.dispatchEvent(new CustomEvent('show'));
    }
    async hide() {
      if (!this.showing) return;
      this.showing = false;
      this.append(...this.home);
      this.overlay.remove();
      this.dispatchEvent(new CustomEvent('hide'));
    }
    toggle() {
      return this.showing ? this.hide() : this.show();
    }
    get content() {
      return this.overlay ?? null;
    }
  }

  customElements.define('ui-nav-menu', NavMenu);
  customElements.define('s-app-nav', class extends NavMenu {});
  customElements.define('ui-save-bar', SaveBar);
  customElements.define('ui-title-bar', TitleBar);
  customElements.define('ui-modal', Modal);

  // Forms that ask for a save bar by attribute.
  const formBar = (form) => {
    form.bridgeBar ??= Object.assign(document.createElement('ui-save-bar'), {});
    const bar = form.bridgeBar;
    if (!bar.isConnected) {
      document.body.append(bar);
      bar.save = () => form.requestSubmit();
      bar.discard = () => form.reset();
    }
    return bar;
  };
  const savable = (event) => (event.target instanceof Element ? event.target.closest('form[data-save-bar]') : null);
  document.addEventListener('input', (event) => savable(event) && formBar(savable(event)).show());
  for (const type of ['submit', 'reset']) {
    document.addEventListener(type, (event) => savable(event) && formBar(savable(event)).hide());
  }

  // Links into the admin.
  const adminPath = (href) => /^shopify:(?:\/\/)?admin(\/.*)$/.exec(href ?? '')?.[1] ?? null;
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="shopify:"]') : null;
    if (!link) return;
    event.preventDefault();
    tell('admin', { path: adminPath(link.getAttribute('href')) });
  });
  const realOpen = window.open.bind(window);
  window.open = (url, ...rest) => {
    const path = adminPath(String(url ?? ''));
    if (path === null) return realOpen(url, ...rest);
    tell('admin', { path });
    return null;
  };

  // What the admin says -------------------------------------------------------------------------------------------
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || event.origin !== hostOrigin || event.data?.from !== 'admin') return;
    const { replyTo, type, payload } = event.data;
    if (replyTo !== undefined) {
      const call = waiting.get(replyTo);
      waiting.delete(replyTo);
      if (event.data.error) call?.reject(new Error(event.data.error));
      else call?.resolve(payload);
      return;
    }
    const bar = [...document.querySelectorAll('ui-save-bar')].find((one) => one.showing);
    if (type === 'save') bar?.save();
    if (type === 'discard') bar?.discard();
    if (type === 'navigate') navigate(payload.path);
    if (type === 'titleAction') document.querySelector('ui-title-bar')?.querySelectorAll('button, a')[payload.index]?.click();
    if (type === 'toastAction') toasts.get(payload.id)?.onAction?.();
    if (type === 'toastDismiss') toasts.get(payload.id)?.onDismiss?.();
  });

  // Where the app is, for the admin's address bar.
  const report = () => tell('location', { path: location.pathname, search: location.search });
  for (const name of ['pushState', 'replaceState']) {
    const real = history[name].bind(history);
    history[name] = (...args) => {
      real(...args);
      report();
    };
  }
  window.addEventListener('popstate', report);
  report();
})();
