import { BarChartIcon } from '@sanity/icons/BarChart'
import { CubeIcon } from '@sanity/icons/Cube'
import { ThLargeIcon } from '@sanity/icons/ThLarge'
import { ThListIcon } from '@sanity/icons/ThList'
import { TrendUpwardIcon } from '@sanity/icons/TrendUpward'
import { defineBlock } from '#studio/schema/define-block.ts'
import { headingField, introField, listOf, requiredText } from '#studio/schema/fields.ts'

export const cardsBlocks = [
  defineBlock({
    name: 'serviceCards',
    title: 'Services on cards that unfold',
    icon: ThLargeIcon,
    description: 'What the company offers. A visitor opens a card to read about a service.',
    fields: [
      requiredText('heading', 'Heading', 'inlineText'),
      introField,
      listOf('card', 'cards', 'Cards', [2, 8], { description: 'Six fill the two columns evenly.' }),
    ],
  }),
  defineBlock({
    name: 'featureGrid',
    title: 'Features in a grid',
    icon: ThListIcon,
    description: 'Up to twelve features, each with a title and a short text.',
    fields: [
      headingField,
      introField,
      listOf('card', 'features', 'Features', [2, 12], { description: 'Nine fill the grid evenly.' }),
    ],
  }),
  defineBlock({
    name: 'hexagonCards',
    title: 'Three reasons in hexagons',
    icon: CubeIcon,
    description: 'Three short reasons to choose the company, each in a hexagon.',
    fields: [headingField, introField, listOf('card', 'cards', 'Cards', [3, 3])],
  }),
  defineBlock({
    name: 'statisticCards',
    title: 'Mission with statistics on cards',
    icon: BarChartIcon,
    description: 'A text about the mission beside up to four cards with figures.',
    fields: [
      headingField,
      requiredText('text', 'Text', 'richText'),
      listOf('figure', 'figures', 'Cards', [1, 4]),
    ],
  }),
  defineBlock({
    name: 'numbersBand',
    title: 'Key figures on a dark band',
    icon: TrendUpwardIcon,
    description: 'Up to four figures across the page.',
    fields: [headingField, introField, listOf('figure', 'figures', 'Figures', [1, 4])],
  }),
]
