import * as polaris from '@shopify/polaris';

// Layout and text primitives: the only ones that pages take from Polaris as they are.
export const BlockStack = polaris.BlockStack;
export const Box = polaris.Box;
export const InlineGrid = polaris.InlineGrid;
export const InlineStack = polaris.InlineStack;
export const Text = polaris.Text;
