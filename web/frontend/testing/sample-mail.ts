import type { MailAddressView } from '#api-contract/settings.ts';

/** No address yet, and Shopify knows whom to offer. */
export const noMail: MailAddressView = {
  sending: true,
  address: null,
  confirmed: false,
  linkSentAt: null,
  contact: 'owner@kettles.example',
};
