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
    sessionToken: { get: () => host.ask('sessionToken') },
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
  if (setup.order) {
    // At the checkout an order goes by another type of id than later; the digits are the same.
    const { id, name, confirmationNumber } = setup.order;
    modelled.orderConfirmation = {
      value: { order: { id: `gid://shopify/OrderIdentity/${id}` }, number: confirmationNumber, isFirstOrder: false },
    };
    modelled.order = { value: { id: `gid://shopify/Order/${id}`, name, confirmationNumber } };
  }
  globalThis.shopify = new Proxy(modelled, {
    get(known, name) {
      if (!(name in known)) {
        throw new Error(`shopify.${String(name)} is not modelled by the simulated store`);
      }
      return known[name];
    },
  });

  // In the admin a path leads to the app, and Shopify adds a token to every call of it. A buyer's page has neither: the
  // address is built into the script, and stands for the app that runs here.
  const isAdmin = setup.target.startsWith('admin.');
  const plainFetch = window.fetch.bind(window);
  window.fetch = async (address, init = {}) => {
    if (!isAdmin && !setup.networkAccess) {
      throw new Error(`${setup.handle} has no network access`);
    }
    const deployed = new URL(setup.applicationUrl).origin;
    const asked = new URL(address, isAdmin ? setup.applicationUrl : undefined);
    const url = asked.origin === deployed ? new URL(asked.pathname + asked.search, setup.appUrl) : asked;
    const headers = new Headers(init.headers);
    if (isAdmin && url.origin === appOrigin && !headers.has('authorization')) {
      headers.set('authorization', `Bearer ${await host.ask('idToken')}`);
    }
    return plainFetch(url, { ...init, headers });
  };
})(globalThis.simulatedHost);
