import { clickOpens, openInFrame } from '#tests/support/preview-frame.ts'
import { test } from '#tests/support/studio.ts'

test('a click on a heading or an image of the home page opens its field', async ({ newStudio: studio }) => {
  const frame = await openInFrame(studio, '/')
  const heading = frame.getByRole('heading', { level: 1 })
  await clickOpens(studio, heading, /page-home\/blocks\[_key=="\w+"\]\.heading/)
  const image = frame
    .getByRole('main')
    .locator('[data-sanity*="blocks:"] img[data-sanity$=".picture;base"], img[data-sanity*=".picture;"]')
    .first()
  await clickOpens(studio, image, /page-home\/blocks\[_key=="\w+"\]\.picture/)
})

test('a click in an article or a policy opens its field', async ({ newStudio: studio }) => {
  const article = await openInFrame(studio, '/resources/speed-to-lead')
  await clickOpens(studio, article.locator('time'), /article-speed-to-lead\/date/)
  const policy = await openInFrame(studio, '/refund-policy')
  const section = policy.getByRole('heading', { level: 2 }).first()
  await clickOpens(studio, section, /policy-refund-policy\/sections\[_key=="\w+"\]\.title/)
})
