import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually, expect, mainText, test } from '#tests/support/studio.ts'

const IMAGE = join(import.meta.dirname, '../../studio/seed/images/article-1.jpg')

test('an editor publishes an article with an uploaded image; visitors find it first in the list', async ({
  studio,
  page: visitor,
}) => {
  await studio.open()
  await studio.openList('Articles')
  await studio.create('Article')
  await studio.field('Title').fill('A Quiet Street, Measured')
  await studio.form.getByRole('button', { name: 'Generate' }).click()
  await expect(studio.field('Address')).toHaveValue('a-quiet-street-measured')
  await studio.upload('Image', { name: 'street.jpg', mimeType: 'image/jpeg', buffer: readFileSync(IMAGE) })
  await studio.field('Alternative text').fill('A street at dusk')
  await studio.field('Category').fill('Territory')
  await studio.field('Description').fill('What one block tells about the next.')
  await studio.field('Date').fill('2031-03-04')
  await studio.field('Date').press('Tab')
  await studio.field('Where it was published').fill('Field Notes')
  await studio.text('Text').append('Walk it twice before you price it. Map: TBD')
  const dialog = await studio.openPublishDialog()
  await expect(dialog).toContainText('“TBD” is placeholder text')
  await dialog.getByRole('button', { name: 'Publish anyway' }).click()
  await eventually('the list opens with it', async () =>
    /Articles (Territory )?A Quiet Street, Measured/.test(await mainText(visitor, '/resources')),
  )

  await visitor.goto('/resources')
  await visitor.getByRole('article').first().getByRole('link').click()
  await expect(visitor.getByText('Walk it twice before you price it. Map: TBD')).toBeVisible()
  await expect(visitor.getByText('March 4, 2031')).toBeVisible()
  const image = visitor.getByRole('article').getByRole('img', { name: 'A street at dusk' })
  await expect
    .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
})
