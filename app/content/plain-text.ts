import { quotedSetting } from '#app/content/contact-details.ts'
import { quotedFigure } from '#app/content/money.ts'
import type { Article, InlineText, RichText, Settings } from '#app/content/types.ts'

export type Piece = NonNullable<RichText[number]['children']>[number]

/** The words of a text without markup, quotes filled in: titles, descriptions, consent wordings. */
export const plainText = (
  value: RichText | InlineText | Article['body'] | undefined,
  settings: Settings,
): string =>
  (value ?? [])
    .map(({ children }) => (children ?? []).map((piece) => pieceText(piece, settings)).join(''))
    .join('\n')

/** What a piece of a text says: its words, or the figure or contact data that it quotes. */
export function pieceText(piece: Piece, settings: Settings): string {
  switch (piece._type) {
    case 'priceReference': {
      const figure = piece.plan && quotedFigure(piece.plan, piece.show ?? 'price')
      return figure ?? settings.planWords?.unavailable ?? ''
    }
    case 'settingReference':
      return quotedSetting(settings, piece.setting ?? 'brand')?.text ?? ''
    default:
      return typeof piece.text === 'string' ? piece.text : '' // as an import may have left it
  }
}
