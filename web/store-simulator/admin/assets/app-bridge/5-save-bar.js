/* `ui-save-bar`, and forms that ask for one by the attribute `data-save-bar`. */
((bridge) => {
  class SaveBar extends HTMLElement {
    showing = false;
    connectedCallback() {
      this.style.display = 'none';
    }
    disconnectedCallback() {
      void this.hide();
    }
    async show() {
      if (!this.showing) {
        this.showing = true;
        bridge.tell('saveBar', { on: true, discardConfirmation: this.hasAttribute('discardconfirmation') });
        this.dispatchEvent(new CustomEvent('show'));
      }
    }
    async hide() {
      if (this.showing) {
        this.showing = false;
        bridge.tell('saveBar', { on: false });
        this.dispatchEvent(new CustomEvent('hide'));
      }
    }
    async toggle() {
      await (this.showing ? this.hide() : this.show());
    }
    button(primary) {
      return [...this.querySelectorAll('button')].find(
        (one) => (one.getAttribute('variant') === 'primary') === primary,
      );
    }
    save() {
      this.button(true)?.click();
    }
    discard() {
      this.button(false)?.click();
    }
  }
  customElements.define('ui-save-bar', SaveBar);

  bridge.openSaveBar = () => [...document.querySelectorAll('ui-save-bar')].find((bar) => bar.showing);
  bridge.heard.save = () => bridge.openSaveBar()?.save();
  bridge.heard.discard = () => bridge.openSaveBar()?.discard();

  const bars = new WeakMap();
  const barOf = (form) => {
    const bar = bars.get(form) ?? document.createElement('ui-save-bar');
    if (!bars.has(form)) {
      bars.set(form, bar);
      bar.save = () => form.requestSubmit();
      bar.discard = () => form.reset();
      document.body.append(bar);
    }
    return bar;
  };
  const listen = (type, act) => {
    document.addEventListener(type, (event) => {
      const form = event.target instanceof Element ? event.target.closest('form[data-save-bar]') : null;
      if (form) {
        act(barOf(form));
      }
    });
  };
  listen('input', (bar) => bar.show());
  listen('submit', (bar) => bar.hide());
  listen('reset', (bar) => bar.hide());
})(globalThis.simulatedAppBridge);
