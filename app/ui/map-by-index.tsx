import { Fragment, type ReactElement } from 'react'

/** Renders stateless list items with their index as key. So pages need not contain the content's keys. */
export const mapByIndex = <Item,>(
  items: readonly Item[],
  render: (item: Item, index: number) => ReactElement | null,
): ReactElement[] =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the items have no state
  items.map((item, index) => <Fragment key={index}>{render(item, index)}</Fragment>)
