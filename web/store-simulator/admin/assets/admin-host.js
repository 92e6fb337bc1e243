// The admin's side of App Bridge: answers the framed app, shows what it asks for, keeps the address bar in step.
const host = document.getElementById('host');
const frame = document.getElementById('app-frame');
const { appOrigin, appPath, store } = host.dataset;
const launchKeys = ['embedded', 'host', 'id_token', 'locale', 'session', 'shop', 'timestamp', 'hmac'];
const part = (id) => document.getElementById(id);
const tell = (message) => frame.contentWindow.postMessage({ from: 'admin', ...message }, appOrigin);
const leaving = { dirty: false, navItems: [] };

const answers = {
  async idToken() {
    const response = await fetch(`${store}/session-token`);
    if (!response.ok) {
      throw new Error('no session token');
    }
    return (await response.json()).token;
  },
  scopes: async () => (await fetch(`${store}/scopes`)).json(),
  scopesRequest: (scopes) => grantScopes(scopes),
  leaveConfirmation: () => confirmLeaving(),
  resourcePicker: (options) => pickResource(options),
};

const showing = {
  toast({ id, message, isError, duration, action }) {
    const toast = document.createElement('div');
    toast.className = isError ? 'toast error' : 'toast';
    toast.id = id;
    toast.append(message);
    if (action) {
      toast.append(button(action, () => tell({ type: 'toastAction', payload: { id } })));
    }
    part('toasts').append(toast);
    setTimeout(() => showing.toastHide({ id }), duration);
  },
  toastHide({ id }) {
    const toast = part(id);
    if (!toast) {
      return;
    }
    toast.remove();
    tell({ type: 'toastDismiss', payload: { id } });
  },
  saveBar({ on, discardConfirmation }) {
    leaving.dirty = on;
    leaving.ask = discardConfirmation;
    part('savebar').hidden = !on;
  },
  loading({ on }) {
    part('loading').hidden = !on;
  },
  title({ title, actions }) {
    part('app-title').textContent = title ?? 'Same-day delivery';
    part('app-actions').replaceChildren(
      ...actions.map(({ index, label, primary, disabled }) => {
        const shown = button(label, () => tell({ type: 'titleAction', payload: { index } }));
        shown.className = primary ? 'primary' : '';
        shown.disabled = disabled;
        return shown;
      }),
    );
  },
  nav({ items }) {
    leaving.navItems = items;
    const menu = part('app-nav');
    menu.replaceChildren(
      ...items.map(({ href, label }) => {
        const link = document.createElement('a');
        link.href = appPath + href;
        link.textContent = label;
        link.dataset.path = href;
        link.addEventListener('click', (event) => {
          event.preventDefault();
          void go(href);
        });
        return link;
      }),
    );
    highlight();
  },
  location({ path, search }) {
    const query = new URLSearchParams(search);
    for (const key of launchKeys) {
      query.delete(key);
    }
    const shown = appPath + (path === '/' ? '' : path) + (query.size > 0 ? `?${query}` : '');
    if (location.pathname + location.search !== shown) {
      history.replaceState(null, '', shown);
    }
    highlight();
  },
  admin({ path }) {
    // Paths of the real admin: /orders/<id>, /apps/<handle>/…, /products/<id>.
    if (path) {
      location.assign(store + path);
    }
  },
};

async function go(path) {
  if (leaving.dirty && !(await confirmLeaving())) {
    return;
  }
  if (leaving.dirty) {
    tell({ type: 'discard' });
  }
  tell({ type: 'navigate', payload: { path } });
}

function highlight() {
  const here = location.pathname.slice(appPath.length) || '/';
  const links = [...part('app-nav').querySelectorAll('a')];
  const best = links
    .filter((link) => here === link.dataset.path || here.startsWith(`${link.dataset.path}/`))
    .sort((left, right) => right.dataset.path.length - left.dataset.path.length)[0];
  for (const link of links) {
    if (link === best) {
      link.setAttribute('aria-current', 'page');
    } else {
      link.removeAttribute('aria-current');
    }
  }
}

function button(label, onClick) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = label;
  made.addEventListener('click', onClick);
  return made;
}

function dialog(title, content, choices) {
  const box = part('dialog');
  return new Promise((resolve) => {
    const heading = document.createElement('h2');
    heading.textContent = title;
    const menu = document.createElement('menu');
    const finish = (value) => {
      box.close();
      resolve(value);
    };
    menu.append(...choices.map(([label, chosen]) => button(label, () => finish(chosen()))));
    box.replaceChildren(heading, content, menu);
    box.oncancel = () => resolve(undefined);
    box.showModal();
  });
}

async function confirmLeaving() {
  const text = document.createElement('p');
  text.textContent = 'If you leave this page, what you changed is not saved.';
  const left = await dialog('Discard all unsaved changes?', text, [
    ['Keep editing', () => false],
    ['Discard changes', () => true],
  ]);
  return left === true;
}

async function grantScopes(scopes) {
  const text = document.createElement('p');
  text.textContent = `It asks for: ${scopes.join(', ')}`;
  const allowed = await dialog('Same-day delivery needs more access', text, [
    ['Cancel', () => false],
    ['Allow', () => true],
  ]);
  if (allowed) {
    const response = await fetch(`${store}/scopes`, { method: 'POST', body: new URLSearchParams({ scopes }) });
    if (!response.ok) {
      throw new Error(await response.text());
    }
  }
  return { result: allowed ? 'granted-all' : 'declined-all', detail: await answers.scopes() };
}

async function pickResource({ type = 'product', multiple = false }) {
  if (type !== 'product') {
    throw new Error(`resource picker for ${type} is not modelled by the simulated store`);
  }
  const products = await (await fetch(`${store}/products.json`)).json();
  const list = document.createElement('div');
  for (const product of products) {
    const label = document.createElement('label');
    const box = document.createElement('input');
    box.type = multiple ? 'checkbox' : 'radio';
    box.name = 'picked';
    box.value = product.id;
    box.style.cssText = 'display:inline;width:auto;margin-right:8px';
    label.append(box, product.title);
    list.append(label);
  }
  const picked = () => {
    const ids = [...list.querySelectorAll('input:checked')].map((box) => box.value);
    return products.filter((product) => ids.includes(product.id)).map((product) => ({ ...product, variants: [] }));
  };
  return dialog('Choose products', list, [
    ['Cancel', () => undefined],
    ['Select', picked],
  ]);
}

window.addEventListener('message', async (event) => {
  if (event.source !== frame.contentWindow || event.origin !== appOrigin || event.data?.from !== 'app-bridge') {
    return;
  }
  const { id, type, payload } = event.data;
  if (id === undefined) {
    if (Object.hasOwn(showing, type)) {
      showing[type](payload);
    }
    return;
  }
  try {
    if (!Object.hasOwn(answers, type)) {
      throw new Error(`${type} is not modelled by the simulated store`);
    }
    tell({ replyTo: id, payload: await answers[type](payload) });
  } catch (error) {
    tell({ replyTo: id, error: String(error.message ?? error) });
  }
});

part('save').addEventListener('click', () => tell({ type: 'save' }));
part('discard').addEventListener('click', async () => {
  if (leaving.ask && !(await confirmLeaving())) {
    return;
  }
  tell({ type: 'discard' });
});

// Only now can the app be heard: what a frame that loads faster than this script says first would be lost.
frame.src = frame.dataset.src;
