import type { BlockProps } from 'sanity'
import { styled } from 'styled-components'

// The Studio cuts what stands in a text after 160 px: too short for a price and the name of its plan.
const Whole = styled.span`
  [data-ui='Card'] > span {
    max-width: none;
  }
`

/** A quote inside a text, shown in full. */
export const FullWidthQuote = (props: BlockProps) => <Whole>{props.renderDefault(props)}</Whole>
