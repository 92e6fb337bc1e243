/*
 * Stands in for what Shopify puts around an extension: a line to the page that shows it, the `shopify` global, fetch,
 * and elements that look like Shopify's. The parts are served as one script, in the order of their names.
 */
globalThis.simulatedHost = {};
((host) => {
  const waiting = new Map();
  let lastId = 0;

  host.setup = JSON.parse(document.getElementById('setup').content);
  /** Says something to the page. */
  host.tell = (type, payload) => window.parent.postMessage({ from: 'extension', type, payload }, '*');
  /** Asks the page and waits for its answer. */
  host.ask = (type, payload) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      window.parent.postMessage({ from: 'extension', id: lastId, type, payload }, '*');
    });
  window.addEventListener('message', ({ source, data }) => {
    if (source !== window.parent || data?.from !== 'page') {
      return;
    }
    const call = waiting.get(data.replyTo);
    waiting.delete(data.replyTo);
    if (data.error) {
      call?.reject(new Error(data.error));
    } else {
      call?.resolve(data.payload);
    }
  });
  // The frame is as high as what it shows.
  new ResizeObserver(() => host.tell('height', { px: document.documentElement.offsetHeight })).observe(
    document.documentElement,
  );
})(globalThis.simulatedHost);
