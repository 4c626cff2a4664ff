import { quotedSetting } from '#app/content/contact-data.ts'
import { quotedFigure } from '#app/content/money.ts'
import type { Article, InlineText, RichText, Settings } from '#app/content/types.ts'

/** The words of a text without markup, quotes filled in: titles, descriptions, consent wordings. */
export function plainText(
  value: RichText | InlineText | Article['body'] | undefined,
  settings: Settings,
): string {
  return (value ?? [])
    .map((block) =>
      (block.children ?? [])
        .map((child) => {
          switch (child._type) {
            case 'priceReference':
              return (
                (child.plan && quotedFigure(child.plan, child.show ?? 'price')) ??
                settings.planWords?.unavailable ??
                ''
              )
            case 'settingReference':
              return quotedSetting(settings, child.setting ?? 'brand')?.text ?? ''
            default:
              return child.text ?? ''
          }
        })
        .join(''),
    )
    .join('\n')
}
