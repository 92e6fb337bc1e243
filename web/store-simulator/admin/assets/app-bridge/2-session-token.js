/* Session tokens, and fetch that carries one to the app's own origin. */
((bridge) => {
  const plainFetch = window.fetch.bind(window);

  bridge.idToken = async () => {
    if (bridge.framed) {
      return bridge.ask('idToken');
    }
    const handle = bridge.config.shop.replace('.myshopify.com', '');
    const response = await plainFetch(`${bridge.origin}/store/${handle}/session-token`);
    if (!response.ok) {
      throw new Error('no session token: open the app from the admin');
    }
    return (await response.json()).token;
  };

  const withToken = async (request) => {
    const copy = request.clone();
    copy.headers.set('authorization', `Bearer ${await bridge.idToken()}`);
    copy.headers.set('x-requested-with', 'XMLHttpRequest');
    return plainFetch(copy);
  };

  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const own = new URL(request.url).origin === window.location.origin;
    if (!own || request.headers.has('authorization')) {
      return plainFetch(request);
    }
    const response = await withToken(request);
    return response.headers.has('x-shopify-retry-invalid-session-request') ? withToken(request) : response;
  };
})(globalThis.simulatedAppBridge);
