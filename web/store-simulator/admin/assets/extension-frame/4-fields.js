// Look-alikes of Shopify's fields: a value that can be read and typed.
((host) => {
  const markup = '<label><span data-text="label"></span><input><em data-text="error" role="alert"></em></label>';

  class TextField extends host.lookAlike(markup) {
    get value() {
      return this.shadowRoot.querySelector('input').value;
    }

    set value(text) {
      const input = this.shadowRoot.querySelector('input');
      if (input.value !== text) {
        input.value = text;
      }
    }
  }

  customElements.define('s-text-field', TextField);
})(globalThis.simulatedHost);
