import { definePlugin, type LayoutProps, LoadingBlock, useFeatureEnabled } from 'sanity'

/**
 * Shows the Studio once it is known which features its project has: around everything stands what depends on them (tasks),
 * and would replace all that an editor had opened or typed till then. The answer is kept by studio/features/known.ts.
 */
export const featuresFirst = definePlugin({
  name: 'features-first',
  studio: { components: { layout: FeaturesFirst } },
})

function FeaturesFirst(props: LayoutProps) {
  const { isLoading } = useFeatureEnabled('sanityTasks')
  return isLoading ? <LoadingBlock showText /> : props.renderDefault(props)
}
