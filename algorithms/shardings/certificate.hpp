// The log of a proof about a sharding graph (its records follow).
#pragma once

namespace apportion {

struct CertificateRecord {};

}  // namespace apportion
