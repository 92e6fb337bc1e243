/* `ui-modal`, shown in the frame. Its children stay where they are: a framework may own them. */
(() => {
  class Modal extends HTMLElement {
    showing = false;
    /** Where wrappers put their content; in the page's own tree, so that the page's styles reach it. */
    content = document.createElement('div');

    connectedCallback() {
      if (this.shadowRoot) {
        return;
      }
      const shadow = this.attachShadow({ mode: 'open' });
      this.dialog = document.createElement('dialog');
      this.heading = document.createElement('h2');
      this.footer = document.createElement('footer');
      this.dialog.append(this.heading, document.createElement('slot'), this.footer);
      this.dialog.style.cssText = 'border:0;border-radius:12px;padding:16px 20px;max-width:620px;width:90vw';
      this.heading.style.cssText = 'font-size:16px;margin:0 0 12px';
      this.footer.style.cssText = 'display:flex;justify-content:flex-end;gap:8px;margin-top:16px';
      this.dialog.addEventListener('close', () => void this.hide());
      shadow.append(this.dialog);
      this.append(this.content);
    }
    disconnectedCallback() {
      void this.hide();
    }
    async show() {
      if (this.showing) {
        return;
      }
      this.showing = true;
      const bar = this.querySelector('ui-title-bar');
      this.heading.textContent = bar?.getAttribute('title') ?? '';
      this.footer.replaceChildren(...[...(bar?.querySelectorAll('button') ?? [])].map(standIn));
      this.dialog.showModal();
      this.dispatchEvent(new CustomEvent('show'));
    }
    async hide() {
      if (!this.showing) {
        return;
      }
      this.showing = false;
      this.dialog.close();
      this.dispatchEvent(new CustomEvent('hide'));
    }
    async toggle() {
      await (this.showing ? this.hide() : this.show());
    }
  }

  /** A button in the modal's footer that presses the one in its title bar. */
  function standIn(button) {
    const shown = document.createElement('button');
    shown.textContent = button.textContent;
    shown.disabled = button.disabled;
    shown.addEventListener('click', () => button.click());
    return shown;
  }
  customElements.define('ui-modal', Modal);

  // The parts have found each other: nothing of this is the app's business.
  globalThis.simulatedAppBridge = undefined;
})();
