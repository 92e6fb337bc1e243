// The `shopify` global and fetch. What is not modelled is refused by name.
((host) => {
  const { setup } = host;
  const appOrigin = setup.appUrl === null ? null : new URL(setup.appUrl).origin;

  const textOf = (key, values) => {
    const found = key.split('.').reduce((texts, part) => texts?.[part], setup.texts);
    if (typeof found === 'string') {
      return found;
    }
    const plural = new Intl.PluralRules(setup.language).select(values?.count ?? 0);
    return found?.[plural] ?? found?.other ?? key;
  };
  const translate = (key, values = {}) =>
    textOf(key, values).replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_all, name) => String(values[name] ?? ''));

  const modelled = {
    i18n: {
      translate,
      formatNumber: (number, options) => new Intl.NumberFormat(setup.language, options).format(number),
      formatDate: (date, options) => new Intl.DateTimeFormat(setup.language, options).format(date),
    },
    extension: { target: setup.target },
    data: { selected: setup.selected },
    auth: { idToken: () => host.ask('idToken') },
    navigation: { navigate: (url) => host.tell('navigate', { url: String(url) }) },
    close: () => host.tell('close'),
    // Shopify makes its own values live by the extension's library; here they do not change.
    setSignals: () => {},
    extend: (target, run) => {
      if (target === setup.target) {
        Promise.resolve(run()).catch((error) => host.tell('failed', { message: String(error) }));
      }
    },
  };
  globalThis.shopify = new Proxy(modelled, {
    get(known, name) {
      if (!(name in known)) {
        throw new Error(`shopify.${String(name)} is not modelled by the simulated store`);
      }
      return known[name];
    },
  });

  // In the admin a path leads to the app, and Shopify adds a token to every call of it.
  const plainFetch = window.fetch.bind(window);
  window.fetch = async (address, init = {}) => {
    const url = new URL(address, setup.appUrl);
    const headers = new Headers(init.headers);
    if (url.origin === appOrigin && !headers.has('authorization') && setup.target.startsWith('admin.')) {
      headers.set('authorization', `Bearer ${await host.ask('idToken')}`);
    }
    return plainFetch(url, { ...init, headers });
  };
})(globalThis.simulatedHost);
