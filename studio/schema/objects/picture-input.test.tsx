// @vitest-environment happy-dom

import { cleanup, render } from '@testing-library/react'
import { type FormPatch, type ObjectInputProps, PatchEvent, set } from 'sanity'
import { afterEach, expect, test } from 'vitest'
import { PictureInput } from '#studio/schema/objects/picture-input.tsx'

afterEach(cleanup)

/** What is stored of the changes that the Studio's own field makes, one after the other. */
function storedOf(...changes: FormPatch[][]): [string, string][] {
  const stored: FormPatch[] = []
  let change: ObjectInputProps['onChange'] = () => {}
  const props = {
    onChange: (next: FormPatch | FormPatch[] | PatchEvent) => stored.push(...PatchEvent.from(next).patches),
    renderDefault: ({ onChange }: ObjectInputProps) => {
      change = onChange
      return null
    },
  }
  render(<PictureInput {...(props as unknown as ObjectInputProps)} />)
  for (const patches of changes) change(patches)
  return stored.map(({ type, path }) => [type, path.join('.')])
}

test('a new image does not keep the crop and hotspot of the earlier one', () => {
  expect(storedOf([set({ _ref: 'image-b-1x1-png' }, ['asset'])])).toEqual([
    ['unset', 'hotspot'],
    ['unset', 'crop'],
    ['set', 'asset'],
  ])
  expect(storedOf([set('A house', ['alt'])], [set({ left: 0.5 }, ['crop'])])).toEqual([
    ['set', 'alt'],
    ['set', 'crop'],
  ])
})
