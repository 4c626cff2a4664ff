import { expect, test } from 'vitest'
import { quotedSetting } from '#app/content/contact-details.ts'
import type { Settings } from '#app/content/types.ts'

test('a brand name is quoted without the space that was copied along with it', () => {
  expect(quotedSetting({ brand: 'Keyturn ' } as Settings, 'brand')).toEqual({ text: 'Keyturn' })
  expect(quotedSetting({ brand: '' } as Settings, 'brand')).toBeUndefined()
})
