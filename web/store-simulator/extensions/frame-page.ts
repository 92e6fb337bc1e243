import { html } from '../admin/html.ts';
import type { StoreWorld } from '../store-world.ts';
import { type ExtensionBundle, textsFor } from './extension-bundle.ts';

export interface FrameSetup {
  target: string;
  language: string;
  /** What the page shows: the resources of an admin target. */
  selected: { id: string }[];
  /** The order of a buyer's page. */
  order: { id: string; name: string; confirmationNumber: string } | null;
}

/**
 * The document in which an extension runs. Shopify runs it in a worker and draws what it asks for; here it is a frame
 * without an origin, look-alike elements and the parts of the `shopify` global that are modelled.
 */
export function framePage(world: StoreWorld, bundle: ExtensionBundle, setup: FrameSetup): string {
  const { handle, networkAccess, applicationUrl } = bundle;
  const texts = textsFor(bundle, setup.language);
  const data = { ...setup, handle, networkAccess, applicationUrl, appUrl: world.appUrl, texts };
  return html`<!doctype html>
<html lang="${setup.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${bundle.handle}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/extension-frame.css">
<meta id="setup" content="${JSON.stringify(data)}">
<script src="/assets/extension-frame.js"></script>
</head>
<body></body>
<script src="/extensions/${bundle.handle}.js"></script>
</html>`.text;
}
