import type { InputProps } from 'sanity'
import { styled } from 'styled-components'
import { TypedAmountsInput } from '#studio/validation/typed-amounts-input.tsx'

// The Studio gives every text the height of a letter; a heading needs two lines.
const Low = styled.div`
  [data-testid='pt-editor'][data-fullscreen='false'] {
    height: 6.5rem;
  }
`

/** The editor of a line of text. */
export const LineInput = (props: InputProps) => (
  <Low>
    <TypedAmountsInput {...props} />
  </Low>
)
