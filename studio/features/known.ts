import { replacedCode } from '#studio/features/replaced-code.ts'

const WITH_MEMORY = `let knownFeatures;
function useFeatureEnabled(featureKey) {
	const asked = useFeatureEnabledAsked(featureKey);
	if (!asked.isLoading && !asked.error) knownFeatures = asked.features;
	if (!asked.isLoading || !knownFeatures) return asked;
	return { isLoading: false, enabled: knownFeatures.includes(featureKey), features: knownFeatures, error: null };
}
function useFeatureEnabledAsked(featureKey) {`

/**
 * Makes the Studio remember which features its project has. Each part that depends on one asks anew (sanity 6.16 to 6.19,
 * `useFeatureEnabled`): it is shown as if there were none, and replaced once the browser is idle. A document's pane so was thrown
 * away for one with comments a second or more after it had been shown, and with it the menu, the dialog or the focus that an
 * editor had there.
 */
export const rememberFeatures = () =>
  replacedCode({
    name: 'remember-features',
    original: 'function useFeatureEnabled(featureKey) {',
    by: WITH_MEMORY,
  })
