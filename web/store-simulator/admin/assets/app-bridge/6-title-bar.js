/* `ui-title-bar`, shown by the admin. */
((bridge) => {
  class TitleBar extends HTMLElement {
    static observedAttributes = ['title'];
    connectedCallback() {
      this.style.display = 'none';
      // Inside a modal it names the modal, not the page.
      if (this.closest('ui-modal')) {
        return;
      }
      this.observer = new MutationObserver(() => this.report());
      this.observer.observe(this, { childList: true, subtree: true, attributes: true });
      this.report();
    }
    disconnectedCallback() {
      if (this.observer) {
        this.observer.disconnect();
        bridge.tell('title', { title: null, actions: [] });
      }
    }
    attributeChangedCallback() {
      if (this.observer) {
        this.report();
      }
    }
    actions() {
      return [...this.querySelectorAll('button, a')];
    }
    report() {
      const actions = this.actions().map((one, index) => ({
        index,
        label: one.textContent.trim(),
        primary: one.getAttribute('variant') === 'primary',
        disabled: one.hasAttribute('disabled'),
      }));
      bridge.tell('title', { title: this.getAttribute('title'), actions });
    }
  }
  customElements.define('ui-title-bar', TitleBar);
  bridge.heard.titleAction = ({ index }) => {
    const bars = [...document.querySelectorAll('ui-title-bar')].filter((bar) => bar.observer);
    bars.at(-1)?.actions()[index]?.click();
  };
})(globalThis.simulatedAppBridge);
