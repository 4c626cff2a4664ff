// @vitest-environment happy-dom

import { render } from '@testing-library/react'
import { type FormPatch, type ObjectInputProps, set } from 'sanity'
import { expect, test } from 'vitest'
import { PictureInput } from '#studio/schema/objects/picture-input.tsx'

test('a new image does not keep the crop and hotspot of the earlier one', () => {
  const stored: string[] = []
  let change: ObjectInputProps['onChange'] = () => {}
  const props = {
    onChange: (patches: FormPatch[]) =>
      stored.push(...patches.map(({ type, path }) => `${type} ${path.join('.')}`)),
    renderDefault: ({ onChange }: ObjectInputProps) => {
      change = onChange
      return null
    },
  }
  render(<PictureInput {...(props as unknown as ObjectInputProps)} />)
  change([set('A house', ['alt'])])
  change([set({ _ref: 'image-b-1x1-png' }, ['asset'])])
  expect(stored).toEqual(['set alt', 'unset hotspot', 'unset crop', 'set asset'])
})
