/** Layout and text primitives: the only ones that pages take from Polaris as they are. */
export { BlockStack, Box, Divider, InlineGrid, InlineStack, Text } from '@shopify/polaris';
