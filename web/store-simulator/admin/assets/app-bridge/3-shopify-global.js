/* The `shopify` global. */
((bridge) => {
  const toasts = new Map();
  const toast = {
    show(message, options = {}) {
      const id = `toast-${bridge.nextId()}`;
      toasts.set(id, options);
      const { isError = false, duration = 5000, action = null } = options;
      bridge.tell('toast', { id, message: String(message), isError, duration, action });
      return id;
    },
    hide: (id) => bridge.tell('toastHide', { id }),
  };
  bridge.heard.toastAction = ({ id }) => toasts.get(id)?.onAction?.();
  bridge.heard.toastDismiss = ({ id }) => toasts.get(id)?.onDismiss?.();

  const element = (id) => {
    const found = document.getElementById(id);
    if (!found?.show) {
      throw new Error(`no element ${id} that can be shown`);
    }
    return found;
  };
  const shown = {
    show: async (id) => element(id).show(),
    hide: async (id) => element(id).hide(),
    toggle: async (id) => element(id).toggle(),
  };

  /** Resolves when leaving is fine; stays open when the person stays. */
  const leaveConfirmation = async () => {
    const bar = bridge.openSaveBar();
    if (bar) {
      const leaves = await bridge.ask('leaveConfirmation');
      await (leaves ? bar.discard() : Promise.race([]));
    }
  };
  const refuse = (what) => Promise.reject(new Error(`${what} is not modelled by the simulated store`));

  window.shopify = {
    config: bridge.config,
    origin: bridge.origin,
    ready: Promise.resolve(),
    environment: { embedded: bridge.framed, mobile: false, pos: false, intent: false },
    idToken: bridge.idToken,
    toast,
    saveBar: { ...shown, leaveConfirmation },
    modal: shown,
    loading: (on) => bridge.tell('loading', { on: on !== false }),
    resourcePicker: (options) => bridge.ask('resourcePicker', options ?? {}),
    user: async () => ({ id: 81290011, accountAccess: 'full' }),
    scopes: {
      query: () => bridge.ask('scopes'),
      request: (scopes) => bridge.ask('scopesRequest', scopes),
      revoke: () => refuse('scopes.revoke'),
    },
    intents: { invoke: (name) => refuse(`intent ${name}`) },
    webVitals: { onReport: () => undefined },
  };
})(globalThis.simulatedAppBridge);
