/** A retry would not change it. */
export function isCertificateProblem(code: string): boolean {
  return /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY|DECODE)_|ERR_TLS_CERT_)/.test(code);
}

export const certificateAdvice =
  "The host's certificate is not trusted. Give the agent the certificate of the authority that issued it.";
