// The part of App Bridge that the panel uses, for its own tests. Calls are kept in `window.__appBridge`.
(() => {
  const record = { toasts: [], saveBarShown: false, tokens: 0, leave: null };
  window.__appBridge = record;
  window.shopify = {
    config: { apiKey: 'test', locale: new URLSearchParams(location.search).get('locale') ?? 'en' },
    idToken: async () => {
      record.tokens += 1;
      return 'session-token';
    },
    saveBar: {
      leaveConfirmation: () =>
        new Promise((resolve) => {
          record.leave = resolve;
        }),
    },
    toast: { show: (message) => record.toasts.push(message) },
  };
  class SaveBar extends HTMLElement {
    connectedCallback() {
      this.style.display = 'none';
    }
    show() {
      record.saveBarShown = true;
      this.style.display = '';
    }
    hide() {
      record.saveBarShown = false;
      this.style.display = 'none';
    }
  }
  customElements.define('ui-save-bar', SaveBar);
  customElements.define(
    'ui-nav-menu',
    class extends HTMLElement {
      connectedCallback() {
        this.style.display = 'none';
      }
    },
  );
})();
