import { quotedSetting } from '#app/content/contact-details.ts'
import { quotedFigure } from '#app/content/money.ts'
import type { Article, InlineText, RichText, Settings } from '#app/content/types.ts'

export type Piece = NonNullable<RichText[number]['children']>[number]

/** A text without markup, with quotes replaced by their values. */
export const plainText = (
  value: RichText | InlineText | Article['body'] | undefined,
  settings: Settings,
): string =>
  (value ?? [])
    .map(({ children }) => (children ?? []).map((piece) => pieceText(piece, settings)).join(''))
    .join('\n')

/** The text of a span or of a quote. */
export function pieceText(piece: Piece, settings: Settings): string {
  switch (piece._type) {
    case 'priceReference': {
      const figure = piece.plan && quotedFigure(piece.plan, piece.show ?? 'price')
      return figure ?? settings.planWords?.unavailable ?? ''
    }
    case 'settingReference':
      return quotedSetting(settings, piece.setting ?? 'brand')?.text ?? ''
    default:
      return typeof piece.text === 'string' ? piece.text : ''
  }
}
