import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Whether each ancestor is visible costs most of a query's time, and style sheets are not loaded here anyway.
configure({ defaultHidden: true, asyncUtilTimeout: 20_000, getElementError: (message) => new Error(message ?? '') });

afterEach(cleanup);

// Elements that App Bridge defines in the admin.
if (!customElements.get('ui-save-bar')) {
  customElements.define(
    'ui-save-bar',
    class extends HTMLElement {
      show() {
        this.dataset['shown'] = 'yes';
      }
      hide() {
        this.dataset['shown'] = 'no';
      }
    },
  );
}
