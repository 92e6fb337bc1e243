/* Links into the admin, and where in the app the frame is. */
((bridge) => {
  const adminPath = (href) => /^shopify:(?:\/\/)?admin(\/.*)$/.exec(href ?? '')?.[1] ?? null;
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="shopify:"]') : null;
    if (link) {
      event.preventDefault();
      bridge.tell('admin', { path: adminPath(link.getAttribute('href')) });
    }
  });
  const plainOpen = window.open.bind(window);
  window.open = (url, ...rest) => {
    const path = adminPath(String(url ?? ''));
    if (path === null) {
      return plainOpen(url, ...rest);
    }
    bridge.tell('admin', { path });
    return null;
  };

  const report = () => bridge.tell('location', { path: window.location.pathname, search: window.location.search });
  for (const name of ['pushState', 'replaceState']) {
    const plain = window.history[name].bind(window.history);
    window.history[name] = (...args) => {
      plain(...args);
      report();
    };
  }
  window.addEventListener('popstate', report);
  report();
})(globalThis.simulatedAppBridge);
