// The page's side of the extensions in it: tokens, height, and where they want to go.
const { token, appPath } = document.getElementById('extension-host').dataset;

const answers = {
  idToken: sessionToken,
  sessionToken,
};

async function sessionToken() {
  const response = await fetch(token);
  if (!response.ok) {
    throw new Error('no session token');
  }
  return (await response.json()).token;
}

const told = {
  height(frame, { px }) {
    frame.style.height = `${px}px`;
  },
  navigate(_frame, { url }) {
    const [scheme, path = ''] = url.split(/:(.*)/s);
    if (scheme === 'extension') {
      openAction(document.querySelector(`[data-action="${path.replace(/^\/*/, '')}"]`));
    }
    if (scheme === 'app') {
      location.assign(`${appPath}/${path.replace(/^\/*/, '')}`);
    }
  },
  close(frame) {
    frame.closest('dialog')?.close();
  },
  failed(frame, { message }) {
    frame.replaceWith(`The extension failed: ${message}`);
  },
};

window.addEventListener('message', async ({ source, data }) => {
  const frame = [...document.querySelectorAll('.extension-frame')].find((one) => one.contentWindow === source);
  if (!frame || data?.from !== 'extension') {
    return;
  }
  const { id, type, payload } = data;
  if (id === undefined) {
    told[type]?.(frame, payload);
    return;
  }
  // The frame has no origin to name; it is reached by its window alone.
  const reply = (message) => source.postMessage({ from: 'page', replyTo: id, ...message }, '*');
  try {
    if (!Object.hasOwn(answers, type)) {
      throw new Error(`${type} is not modelled by the simulated store`);
    }
    reply({ payload: await answers[type](payload) });
  } catch (error) {
    reply({ error: String(error.message ?? error) });
  }
});

function openAction(button) {
  const dialog = document.getElementById('extension-dialog');
  const frame = document.createElement('iframe');
  frame.className = 'extension-frame';
  frame.sandbox = 'allow-scripts';
  frame.title = button.textContent;
  frame.dataset.handle = button.dataset.action;
  frame.src = [button.dataset.src, ...picked().map((id) => `id=${encodeURIComponent(id)}`)].join('&');
  dialog.replaceChildren(frame);
  dialog.setAttribute('aria-label', button.textContent);
  dialog.addEventListener('close', () => dialog.replaceChildren(), { once: true });
  dialog.showModal();
}

/** What is selected in the order list; nothing on an order's own page. */
function picked() {
  return [...document.querySelectorAll('[data-select]:checked')].map((box) => box.dataset.select);
}

document.addEventListener('change', ({ target }) => {
  if (target.id === 'select-all') {
    for (const box of document.querySelectorAll('[data-select]')) {
      box.checked = target.checked;
    }
  }
  const bar = document.getElementById('selection-actions');
  if (bar) {
    bar.hidden = picked().length === 0;
  }
});

document.addEventListener('click', ({ target }) => {
  const button = target.closest('[data-action]');
  if (button) {
    openAction(button);
  }
});
