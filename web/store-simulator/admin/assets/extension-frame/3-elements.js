// Look-alikes of Shopify's elements, as far as extensions here use them; not Shopify's rendering.
((host) => {
  const parts = {
    'admin-action':
      '<h2 data-text="heading"></h2><slot></slot><footer><slot name="secondary-actions"></slot><slot name="primary-action"></slot></footer>',
    'admin-block': '<h2 data-text="heading"></h2><slot></slot>',
    badge: '<span class="badge"><slot></slot></span>',
    banner: '<div class="banner" role="status"><strong data-text="heading"></strong><slot></slot></div>',
    paragraph: '<p><slot></slot></p>',
    section: '<h2 data-text="heading"></h2><slot></slot>',
    spinner: '<span class="spinner" role="status" data-text="accessibilitylabel"></span>',
    'list-item': '<slot></slot>',
    stack: '<slot></slot>',
    'unordered-list': '<slot></slot>',
    text: '<slot></slot>',
  };
  for (const [name, markup] of Object.entries(parts)) {
    customElements.define(`s-${name}`, lookAlike(markup));
  }
  customElements.define('s-button', lookAlike('<button type="button"><slot></slot></button>', pressable));
  customElements.define('s-link', lookAlike('<a href="#"><slot></slot></a>', leading));

  host.lookAlike = lookAlike;

  /** An element that shows `markup`; `data-text` names the attribute whose value an element of it shows. */
  function lookAlike(markup, prepare = () => {}) {
    return class extends HTMLElement {
      constructor() {
        super();
        this.attachShadow({
          mode: 'open',
          delegatesFocus: true,
        }).innerHTML = `<link rel="stylesheet" href="/assets/extension-elements.css">${markup}`;
        this.watch = new MutationObserver(() => this.show());
        prepare(this, this.shadowRoot);
      }

      connectedCallback() {
        this.watch.observe(this, { attributes: true });
        this.show();
      }

      disconnectedCallback() {
        this.watch.disconnect();
      }

      show() {
        for (const place of this.shadowRoot.querySelectorAll('[data-text]')) {
          const text = this.getAttribute(place.dataset.text) ?? '';
          place.textContent = text;
          place.hidden = text === '';
        }
        this.showMore?.();
      }
    };
  }

  function pressable(element, root) {
    const button = root.querySelector('button');
    element.showMore = () => {
      button.disabled = isOn(element, 'disabled') || isOn(element, 'loading');
      button.className = element.getAttribute('variant') ?? 'secondary';
    };
  }

  function leading(element, root) {
    root.querySelector('a').addEventListener('click', (event) => {
      event.preventDefault();
      host.tell('navigate', { url: element.getAttribute('href') ?? '' });
    });
  }

  function isOn(element, name) {
    const value = element.getAttribute(name);
    return value !== null && value !== 'false';
  }
})(globalThis.simulatedHost);
