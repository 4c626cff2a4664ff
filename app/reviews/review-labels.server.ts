import type { Content } from '#app/content/content.server.ts'
import type { BlockOf } from '#app/content/types.ts'

export type ReviewLabels = Pick<
  BlockOf<'reviews'>,
  'heading' | 'companyLabel' | 'positionLabel' | 'moreLabel' | 'lessLabel'
>

/** Returns the labels of the home page's reviews section. All are null without that section. */
export async function reviewLabels(content: Content): Promise<ReviewLabels> {
  const page = await content.page('home')
  const block = page?.blocks?.find(({ _type }) => _type === 'reviews') as BlockOf<'reviews'> | undefined
  return {
    heading: block?.heading ?? null,
    companyLabel: block?.companyLabel ?? null,
    positionLabel: block?.positionLabel ?? null,
    moreLabel: block?.moreLabel ?? null,
    lessLabel: block?.lessLabel ?? null,
  }
}
