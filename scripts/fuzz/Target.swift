import FileReaders

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The reader that this process tries, by its name in the environment.
private let reader = getenv("DELETERULES_READER").flatMap {
  FileReader(rawValue: String(cString: $0))
}

/// Gives some bytes to the reader; what libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let reader else {
    let names = FileReader.allCases.map(\.rawValue).joined(separator: ", ")
    print("DELETERULES_READER names no reader; expected one of \(names)")
    exit(64)
  }
  do {
    _ = try reader.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
  } catch {
    fatalError("\(error)")
  }
  return 0
}
