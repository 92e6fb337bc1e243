/* The app's navigation, shown by the admin. */
((bridge) => {
  /** What the app's router leaves alone is loaded in the frame, without the signature of the launch. */
  const open = (path) => window.location.assign(path);
  const pathOf = (link) => new URL(link.getAttribute('href'), window.location.href).pathname;

  class NavMenu extends HTMLElement {
    connectedCallback() {
      this.style.display = 'none';
      this.observer = new MutationObserver(() => this.report());
      this.observer.observe(this, { childList: true, subtree: true, attributes: true, characterData: true });
      this.report();
    }
    disconnectedCallback() {
      this.observer.disconnect();
      bridge.tell('nav', { items: [] });
    }
    links() {
      return [...this.querySelectorAll('a, s-link')].filter((link) => link.getAttribute('href'));
    }
    report() {
      const items = this.links()
        .filter((link) => link.getAttribute('rel') !== 'home')
        .map((link) => ({ href: pathOf(link), label: link.textContent.trim() }));
      bridge.tell('nav', { items });
    }
  }
  customElements.define('ui-nav-menu', NavMenu);
  customElements.define('s-app-nav', class extends NavMenu {});

  /** Clicks a link for the app's router; what the router leaves alone, the frame loads anew. */
  const click = (link, path) => {
    const last = (event) => {
      if (!event.defaultPrevented) {
        event.preventDefault();
        open(path);
      }
    };
    window.addEventListener('click', last, { once: true });
    link.click();
    window.removeEventListener('click', last);
  };

  bridge.heard.navigate = async ({ path }) => {
    const menus = [...document.querySelectorAll('ui-nav-menu, s-app-nav')];
    const link = menus.flatMap((menu) => menu.links()).find((one) => pathOf(one) === path);
    if (!link) {
      open(path);
      return;
    }
    const before = window.location.pathname;
    const handled = !link.dispatchEvent(new CustomEvent('shopify:navigate', { bubbles: true, cancelable: true }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (!handled && window.location.pathname === before && before !== path) {
      click(link, path);
    }
  };
})(globalThis.simulatedAppBridge);
